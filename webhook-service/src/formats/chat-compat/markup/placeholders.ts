import { markdownWriter, type Piece } from '../../text/markdown-writer.ts'
import type { Mark } from '../../text/place-marks.ts'

/** Private-use characters that replace finished markdown while the text around it is converted. */
const open = '\ue000'
const close = '\ue001'
const placeholder = /\ue000(\d+)\ue001/g
const marks: Record<string, Mark> = { '\ue002': '**', '\ue003': '*', '\ue004': '~~' }

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
  insert: (...pieces: Piece[]) => string
  /** Puts the mark of a quote before each further line of what the placeholders of this line replace. */
  quoteLines: (line: string) => void
  /** The pieces of a text; `pieceOf` makes one of what is between placeholders and marks. */
  pieces: (text: string, pieceOf: (between: string) => Piece) => Piece[]
  /** Markdown of a text that is escaped. */
  restore: (text: string) => string
}

export function createPlaceholders(): Placeholders {
  const replaced: Piece[][] = []

  function pieces(text: string, pieceOf: (between: string) => Piece): Piece[] {
    const found: Piece[] = []
    const open = new Set<Mark>()
    // `split` by groups returns the captured numbers and marks at the other indexes.
    for (const [index, part] of text.split(/\ue000(\d+)\ue001|([\ue002-\ue004])/).entries()) {
      if (!part) continue
      const mark = marks[part]
      if (mark && open.delete(mark)) found.push({ close: mark })
      else if (mark) {
        open.add(mark)
        found.push({ open: mark })
      } else if (index % 3 === 1) found.push(...(replaced[Number(part)] ?? []))
      else found.push(pieceOf(part))
    }
    return found
  }

  return {
    insert(...inserted) {
      replaced.push(inserted.some((piece) => !isEmpty(piece)) ? inserted : [zeroWidthSpace])
      return `${open}${replaced.length - 1}${close}`
    },
    quoteLines(line) {
      for (const [, number] of line.matchAll(placeholder)) {
        const inserted = replaced[Number(number)] ?? []
        replaced[Number(number)] = inserted.map((piece) =>
          typeof piece === 'string' ? piece.replaceAll('\n', '\n> ') : piece,
        )
      }
    },
    pieces,
    restore(text) {
      const writer = markdownWriter()
      for (const piece of pieces(text, (escaped) => ({ escaped }))) writer.add(piece)
      return writer.toString()
    },
  }
}

const isEmpty = (piece: Piece): boolean =>
  piece === '' || (typeof piece === 'object' && 'text' in piece && piece.text === '')
