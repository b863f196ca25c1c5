const maxLength = 35

export function readLocale(typed: string): string | null {
  if (typed.length > maxLength) return null
  try {
    return Intl.getCanonicalLocales(typed)[0] ?? null
  } catch {
    return null
  }
}
