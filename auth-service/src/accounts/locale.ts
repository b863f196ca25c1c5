const maxLength = 35

/** The canonical form of a BCP 47 language tag; null for any other text. */
export function readLocale(typed: string): string | null {
  if (typed.length > maxLength) return null
  try {
    return Intl.getCanonicalLocales(typed)[0] ?? null
  } catch {
    return null
  }
}
