import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { maxFieldLength, normalized } from '@gatehouse/service-kit/fields/text'

const reservedNames = new Set(['everyone', 'here'])

/**
 * Removes invisible characters: control, format and ignorable characters, variation selectors and lone
 * surrogates, but not a joiner inside an emoji. Runs of white space become one space.
 */
export function cleanGlobalName(typed: string): string {
  // The length is rejected by globalNameProblem.
  if (typed.length > maxFieldLength) return typed
  return normalized(typed, 'NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Variation_Selector}\p{Cs}\p{Cc}\u2800]/gu, '')
    .replace(
      /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d|\u200d(?!\p{Extended_Pictographic})/gu,
      '',
    )
    .replace(/(?!\u200d)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ +/g, ' ')
    .trim()
}

export function globalNameProblem(name: string): FieldCode | null {
  const length = [...name].length
  if (length < fieldBounds.globalName.min || length > fieldBounds.globalName.max)
    return 'GLOBAL_NAME_LENGTH_INVALID'
  // Full-width and other compatibility letters look like the reserved names.
  const plain = normalized(name, 'NFKC').toLowerCase()
  if (reservedNames.has(plain)) return 'GLOBAL_NAME_RESERVED_VALUE'
  return plain.includes('system message') ? 'GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS' : null
}
