import { normalized } from './text.ts'

// Control and format characters, lone surrogates, line separators, and everything Unicode calls ignorable by default: bidi marks,
// zero-width characters, fillers that look like nothing. They make one name look like another.
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

// What may follow an emoji and belongs to it: a joiner to the next one, one presentation selector, the tags of a flag.
const insideEmoji = new RegExp(
  [
    /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)\u200D(?=\p{Extended_Pictographic})/u,
    /(?<=\p{Emoji})(?:\uFE0E|\uFE0F)/u,
    /(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]{1,6}\u{E007F}/u,
  ]
    .map((part) => part.source)
    .join('|'),
  'u',
)

const removable = new RegExp(`(${insideEmoji.source})|${invisible.source}`, 'gu')

/** A name that other people see: NFC, trimmed, without invisible characters. Check the length before (`maxFieldLength`). */
export function cleanLabel(name: string): string {
  return normalized(name.replace(removable, (_whole, kept?: string) => kept ?? '').trim(), 'NFC')
}

/** The same, with one space for each run of white space. */
export function cleanLine(text: string): string {
  return cleanLabel(text.replace(/\s+/gu, ' ')).replace(/ +/g, ' ')
}
