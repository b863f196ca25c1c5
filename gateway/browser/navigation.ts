import { tabStorage } from './storage.ts'
import { language } from './texts.ts'

const noticeKey = 'gatehouse.notice'

/** Opens another page in place of this one, so that "back" does not return to a finished form. */
export function openPage(page: string, notice?: string): void {
  if (notice !== undefined) tabStorage.setItem(noticeKey, notice)
  location.replace(`${page}?lang=${language}`)
}

/** Of this page in its language. */
export function currentPath(): string {
  const { pathname, searchParams } = new URL(location.href)
  searchParams.set('lang', language)
  return `${pathname}?${searchParams}`
}

/** Opens a path of `currentPath`. */
export function returnTo(path: string, notice: string): void {
  tabStorage.setItem(noticeKey, notice)
  location.replace(path)
}

/** The message that the last page left for this one. */
export function takeNotice(): string {
  const notice = tabStorage.getItem(noticeKey) ?? ''
  tabStorage.removeItem(noticeKey)
  return notice
}

/**
 * Takes a secret such as `#code=…` out of the address, which the history and synchronised tabs would keep. It stays in the state of this
 * history entry: phones discard tabs, and load their pages again later.
 */
export function takeFragment(name: string): string | undefined {
  const { hash, pathname, search } = location
  const value = new URLSearchParams(hash.slice(1)).get(name) ?? stateOf(name)
  if (value === undefined) return undefined
  history.replaceState({ [name]: value }, '', pathname + search)
  // The same page in another language needs it too.
  passToLanguages(`${new URLSearchParams({ [name]: value })}`)
  return value
}

/** The link of this page was used: loading the page again shows the result, in place of a link that is used already. */
export function recordDone(): void {
  history.replaceState({ isDone: 'yes' }, '')
  passToLanguages('')
}

export function isDone(): boolean {
  return location.hash === '' && stateOf('isDone') !== undefined
}

function passToLanguages(hash: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) link.hash = hash
}

function stateOf(name: string): string | undefined {
  const value: unknown = history.state?.[name]
  return typeof value === 'string' ? value : undefined
}
