import { unavailable } from '../errors/service-error.ts'

type Options = {
  /** Bytes that all reservations have together. */
  total: number
  /** Bytes that the reservations of one key have together, for each of the keys of a reservation, the narrowest first. */
  shares: readonly number[]
}

type Reservation = {
  keys: readonly string[]
  bytes: number
  evict: (() => void) | undefined
  isClosed: boolean
}

export type ByteReservation = {
  /** Throws SERVICE_UNAVAILABLE, without a change, if no other reservation can be evicted, or this one was. Negative bytes are returned. */
  add(bytes: number): void
  /** From now on it is not evicted. */
  keep(): void
  [Symbol.dispose](): void
}

function firstEvictable(reservations: Iterable<Reservation>): Reservation | undefined {
  // One without bytes, such as that of an idle connection, would give nothing.
  for (const each of reservations) if (each.evict && each.bytes > 0) return each
  return undefined
}

/**
 * Divides memory between clients. Beyond the share of a key its oldest reservation is evicted, beyond the total the oldest one of the
 * client with the most bytes: never that of another client. Reservations without `onEvict` are not evicted.
 */
export function byteShares({ total, shares }: Options) {
  const byKey = shares.map(() => new Map<string, { bytes: number; reservations: Set<Reservation> }>())
  let reserved = 0

  function change(reservation: Reservation, bytes: number): void {
    reservation.bytes += bytes
    reserved += bytes
    for (const [level, key] of reservation.keys.entries()) {
      const entry = byKey[level]?.get(key)
      if (entry) entry.bytes += bytes
    }
  }

  function close(reservation: Reservation): void {
    if (reservation.isClosed) return
    reservation.isClosed = true
    change(reservation, -reservation.bytes)
    for (const [level, key] of reservation.keys.entries()) {
      const entry = byKey[level]?.get(key)
      entry?.reservations.delete(reservation)
      if (entry?.reservations.size === 0) byKey[level]?.delete(key)
    }
  }

  /** The reservations of the first key that has too many bytes. */
  function crowded(keys: readonly string[]): Iterable<Reservation> | null {
    for (const [level, key] of keys.entries()) {
      const entry = byKey[level]?.get(key)
      if (entry && entry.bytes > (shares[level] ?? total)) return entry.reservations
    }
    if (reserved <= total) return null
    let fullest = { bytes: 0, reservations: new Set<Reservation>() }
    for (const client of byKey[0]?.values() ?? []) if (client.bytes > fullest.bytes) fullest = client
    return fullest.reservations
  }

  function evictFor(reservation: Reservation): boolean {
    for (;;) {
      const candidates = crowded(reservation.keys)
      if (candidates === null) return true
      const oldest = firstEvictable(candidates)
      if (oldest === undefined || oldest === reservation) return false
      close(oldest)
      oldest.evict?.()
    }
  }

  return {
    reserved: () => reserved,

    /** Without keys only the total counts. */
    open(keys: readonly string[], onEvict?: () => void): ByteReservation {
      const reservation: Reservation = { keys, bytes: 0, evict: onEvict, isClosed: false }
      for (const [level, key] of keys.entries()) {
        const entry = byKey[level]?.get(key) ?? { bytes: 0, reservations: new Set() }
        entry.reservations.add(reservation)
        byKey[level]?.set(key, entry)
      }
      return {
        add(bytes) {
          if (reservation.isClosed && bytes <= 0) return
          if (reservation.isClosed) throw unavailable('the body was evicted')
          change(reservation, bytes)
          if (bytes <= 0 || evictFor(reservation)) return
          change(reservation, -bytes)
          throw unavailable('too many bytes arrive')
        },
        keep() {
          reservation.evict = undefined
        },
        [Symbol.dispose]: () => close(reservation),
      }
    },
  }
}
