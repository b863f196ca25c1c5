import type { Mark } from '../text/place-marks.ts'

export type Inline =
  /** Text without markdown; it is escaped when it is written. */
  | { kind: 'text'; text: string }
  /** A link or code, already written; it is never cut. Of a link without room the label is left. */
  | { kind: 'atom'; markdown: string; label?: string }
  | { kind: 'address'; address: string }
  | { kind: 'mark'; mark: Mark; children: Inline[] }

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'code'; language: string; lines: string[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'quote'; children: Block[] }
  /** `start` is the number of the first item, null for bullets. */
  | { kind: 'list'; start: number | null; items: Block[][] }

export function textParagraph(text: string): Block {
  return { kind: 'paragraph', children: [{ kind: 'text', text }] }
}
