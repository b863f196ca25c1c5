import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { maxFieldLength, normalized } from '@gatehouse/service-kit/fields/text'

// Control characters, line separators, and everything Unicode calls ignorable by default: bidi marks, zero-width
// characters, fillers that look like nothing. They make one name look like another.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

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

/** NFC, trimmed, without invisible characters. */
export function cleanName(name: string): string {
  return normalized(name.replace(removable, (_whole, kept?: string) => kept ?? '').trim(), 'NFC')
}

/** Fails on `path` if it is empty after cleaning or has more than 80 code points. */
export function validateName(path: string, name: string): string {
  const cleaned = name.length > maxFieldLength ? name : cleanName(name)
  const { min, max } = fieldBounds.webhookName
  const length = [...cleaned].length
  if (length < min || length > max) {
    throw invalidFields({ [path]: ['WEBHOOK_NAME_LENGTH_INVALID', { min, max }] })
  }
  return cleaned
}
