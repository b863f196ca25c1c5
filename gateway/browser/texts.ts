import type { ScriptTexts } from '../src/account-pages/texts/texts.ts'
import { element } from './elements.ts'

export const texts: ScriptTexts = JSON.parse(element('script', '#texts').text)
export const language = document.documentElement.lang

/** Replaces `{name}` by its value. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}
