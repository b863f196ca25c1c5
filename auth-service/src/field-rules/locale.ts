import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'

/** The canonical form of a BCP 47 language tag. Another text stays as it is, and is rejected by localeProblem. */
export function cleanLocale(typed: string): string {
  return canonical(typed) ?? typed
}

export function localeProblem(cleaned: string): FieldCode | null {
  return canonical(cleaned) === null ? 'LOCALE_INVALID_FORMAT' : null
}

function canonical(text: string): string | null {
  if (text.length > fieldBounds.locale.max) return null
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}
