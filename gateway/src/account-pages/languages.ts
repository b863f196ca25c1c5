import Negotiator from 'negotiator'
import type { RequestContext } from '../http/request-context.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import type { Texts } from './texts/texts.ts'

export type Language = 'en' | 'de' | 'fr'

/** The first one is the default. */
export const languages: Record<Language, Texts> = { en, de, fr }
export const languageNames = ['en', 'de', 'fr'] as const satisfies Language[]

/** `?lang=` chooses a language without a cookie; otherwise the browser does. */
export function languageOf({ req }: RequestContext): Language {
  const lang = new URLSearchParams(req.url?.split('?')[1]).get('lang')
  if (isLanguage(lang)) return lang
  const accepted = new Negotiator(req).language([...languageNames])
  return isLanguage(accepted) ? accepted : 'en'
}

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}
