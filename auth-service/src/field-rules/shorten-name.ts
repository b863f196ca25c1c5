import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { codePoints, maxFieldLength } from '@gatehouse/service-kit/fields/text'
import { profileRules } from './profile-rules.ts'

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A display name from elsewhere, clean, with as many whole characters as one may have. */
export function shortenName(name: string): string {
  const clean = profileRules.globalName.clean(name.slice(0, maxFieldLength))
  let left = fieldBounds.globalName.max
  let end = 0
  for (const { segment, index } of characters.segment(clean)) {
    left -= codePoints(segment)
    if (left < 0) break
    end = index + segment.length
  }
  return clean.slice(0, end).trim()
}
