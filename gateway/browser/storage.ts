import type { WebStorage } from '@gatehouse/client'

const probe = 'gatehouse.probe'

/** sessionStorage, if this browser lets the page use it: with blocked site data already its property throws. */
function sessionStorageIfAllowed(): WebStorage | undefined {
  try {
    sessionStorage.setItem(probe, '')
    sessionStorage.removeItem(probe)
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Until the page is left. */
function memoryStorage(): WebStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

const allowed = sessionStorageIfAllowed()

export const isStorageBlocked = allowed === undefined

/** Of this tab. */
export const tabStorage = allowed ?? memoryStorage()
