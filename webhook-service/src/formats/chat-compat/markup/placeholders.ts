import { markdownWriter, type Piece } from '../../text/markdown-writer.ts'

/** Private-use characters that replace finished markdown while the text around it is converted. */
const open = '\ue000'
const close = '\ue001'
const marks: Record<string, string> = { '\ue002': '**', '\ue003': '*', '\ue004': '~~' }

/** Replaces empty markdown, so that the texts around it do not form new markup together. */
const zeroWidthSpace = '\u200b'

export const bold = '\ue002'
export const italic = '\ue003'
export const strikethrough = '\ue004'

/** A part of a class of characters. */
export const placeholderCharacters = '\ue000-\ue004'

/** Must be called before placeholders are inserted: the payload may contain these characters. */
export function removePlaceholderCharacters(text: string): string {
  return text.replace(/[\ue000-\ue004]/g, '')
}

export type Placeholders = {
  insert: (piece: Piece) => string
  restore: (text: string) => string
}

export function createPlaceholders(): Placeholders {
  const replaced: Piece[] = []
  return {
    insert(piece) {
      const isEmpty = piece === '' || (typeof piece === 'object' && 'text' in piece && piece.text === '')
      replaced.push(isEmpty ? zeroWidthSpace : piece)
      return `${open}${replaced.length - 1}${close}`
    },
    restore(text) {
      const writer = markdownWriter()
      // `split` by a group returns the captured numbers at odd indexes.
      for (const [index, part] of text.split(/\ue000(\d+)\ue001/).entries())
        writer.add(index % 2 ? (replaced[Number(part)] ?? '') : { escaped: replaceMarks(part) })
      return writer.toString()
    },
  }
}

function replaceMarks(text: string): string {
  return text.replace(/[\ue002-\ue004]/g, (mark) => marks[mark] ?? '')
}
