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

/** Takes a secret such as `#code=…` out of the address, which would keep it in the history. */
export function takeFragment(name: string): string | undefined {
  const { hash, pathname, search } = location
  const value = new URLSearchParams(hash.slice(1)).get(name)
  if (value === null) return undefined
  history.replaceState(null, '', pathname + search)
  // The same page in another language needs it too.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) link.hash = hash
  return value
}
