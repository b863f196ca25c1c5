import type { AuthSessionResponse } from '@gatehouse/client'
import { filled, texts } from './texts.ts'

type Device = NonNullable<AuthSessionResponse['client_info']>

export function deviceName({ browser, os }: Device): string {
  const name = browser ?? texts.unknownBrowser
  return os ? filled(texts.onSystem, { browser: name, os }) : name
}

export function placeOf({ location }: Device): string {
  const parts = [location?.city, location?.region, location?.country]
  return parts.filter(Boolean).join(', ') || texts.unknownPlace
}
