import type { AuthSessionResponse } from '@gatehouse/client'
import { filled, language, texts } from './texts.ts'

type Device = NonNullable<AuthSessionResponse['client_info']>

export function deviceName({ browser, os }: Device): string {
  const name = browser ?? texts.unknownBrowser
  return os ? filled(texts.onSystem, { browser: name, os }) : name
}

export function placeOf({ location }: Device): string {
  const parts = [location?.city, location?.region, countryName(location?.country)]
  return parts.filter(Boolean).join(', ') || texts.unknownPlace
}

/** A database without names gives only the ISO code of the country. */
function countryName(country: string | null | undefined): string | undefined {
  if (!country || !/^[A-Z]{2}$/.test(country)) return country ?? undefined
  return new Intl.DisplayNames(language, { type: 'region' }).of(country)
}
