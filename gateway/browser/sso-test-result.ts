import type { SsoConfigTestResponse } from '@gatehouse/client'
import { tabStorage } from './storage.ts'

const key = 'gatehouse.sso-test'

/** For the page of the settings, which opens next. */
export function keepTestResult(result: SsoConfigTestResponse): void {
  tabStorage.setItem(key, JSON.stringify(result))
}

export function takeTestResult(): SsoConfigTestResponse | undefined {
  const text = tabStorage.getItem(key)
  tabStorage.removeItem(key)
  return text === null ? undefined : JSON.parse(text)
}
