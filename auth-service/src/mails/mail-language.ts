import { maxAcceptLanguageLength } from '@gatehouse/proto/field-bounds'
import { type Language, languages } from './mail-kinds.ts'

/** The language of the account, else the preferred one of the request, else English. */
export function mailLanguage(locale: string | null, acceptLanguage: string | undefined): Language {
  const language = locale === null ? preferredLanguage(acceptLanguage) : languageOf(locale)
  return language ?? 'en'
}

/** The preferred one of our languages (RFC 9110, section 12.5.4); null if the request names none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language | null {
  return (
    preferred(acceptLanguage ?? '')
      .map(languageOf)
      .find((language) => language !== undefined) ?? null
  )
}

function preferred(header: string): string[] {
  const weighted = header
    .slice(0, maxAcceptLanguageLength)
    .split(',')
    .map((part) => {
      const [range = '', weight] = part.split(';')
      const q = /^\s*q=([\d.]+)\s*$/i.exec(weight ?? '')?.[1]
      return { range: range.trim(), q: q === undefined ? 1 : Number(q) }
    })
  return weighted
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q)
    .map(({ range }) => range)
}

function languageOf(range: string): Language | undefined {
  const [primary] = range.toLowerCase().split('-')
  return languages.find((language) => language === primary)
}
