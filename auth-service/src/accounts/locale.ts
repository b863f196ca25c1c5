const maxLength = 35

/** A language tag of BCP 47 in its canonical form; null when it is none. */
export function readLocale(typed: string): string | null {
  if (typed.length > maxLength) return null
  try {
    return Intl.getCanonicalLocales(typed)[0] ?? null
  } catch {
    // Intl throws for whatever is no well-formed tag.
    return null
  }
}
