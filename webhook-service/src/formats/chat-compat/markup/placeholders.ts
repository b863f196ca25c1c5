import { between } from '../../text/join-markdown.ts'

/** Private-use characters that hold the places of finished markdown while the text around it is worked on. */
const open = '\ue000'
const close = '\ue001'
const marks: Record<string, string> = { '\ue002': '**', '\ue003': '*', '\ue004': '~~' }

/** Stands for a piece that shows nothing, so that what is around it does not meet unseen. */
const nothing = '\u200b'

export const bold = '\ue002'
export const italic = '\ue003'
export const struck = '\ue004'

/** The characters that hold places, which the sender must not bring along. */
export const placeholders = /[\ue000-\ue004]/g

export type Placeholders = {
  /** Keeps finished markdown and gives what stands for it meanwhile. */
  hold: (markdown: string) => string
  /** The text with every piece and mark in its place. */
  restore: (text: string) => string
}

export function createPlaceholders(): Placeholders {
  const pieces: string[] = []
  return {
    hold(markdown) {
      pieces.push(markdown || nothing)
      return `${open}${pieces.length - 1}${close}`
    },
    restore(text) {
      // Splitting by a group puts the numbers at the odd places.
      return text
        .split(/\ue000(\d+)\ue001/)
        .map((part, index) => (index % 2 ? (pieces[Number(part)] ?? '') : withMarks(part)))
        .filter(Boolean)
        .map((part, index, all) => between(all[index - 1] ?? '', part) + part)
        .join('')
    },
  }
}

function withMarks(text: string): string {
  return text.replace(/[\ue002-\ue004]/g, (mark) => marks[mark] ?? '')
}
