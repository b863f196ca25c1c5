import type { en } from './en.ts'

export type Texts = typeof en

/** What the script of the pages reads from the page. */
export type ScriptTexts = Texts['script']
