/** A signed-in account. */
export type Session = { token: string; user_id: string }

/** Where the token is kept between requests. Every request reads it, so several tabs can share one. */
export type TokenStore = {
  get(): Session | undefined | Promise<Session | undefined>
  /** `undefined` removes it. */
  set(session: Session | undefined): void | Promise<void>
}

/** Keeps the token until the page or process ends. */
export function memoryTokenStore(session?: Session): TokenStore {
  return {
    get: () => session,
    set(next) {
      session = next
    },
  }
}

/** What `localStorage` and `sessionStorage` have in common. */
export type WebStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Keeps the token in `localStorage` (all tabs, until signed out) or `sessionStorage` (one tab). */
export function webTokenStore(storage: WebStorage, key = 'gatehouse.session'): TokenStore {
  return {
    get() {
      const text = storage.getItem(key)
      return text === null ? undefined : JSON.parse(text)
    },
    set(session) {
      if (session) storage.setItem(key, JSON.stringify(session))
      else storage.removeItem(key)
    },
  }
}
