import type { Limit } from '../src/limits/rate-limiter.ts'

let keys = 0
/** A limit of ten in ten seconds with a new key. */
export const freshLimit = (rest: Partial<Limit> = {}): Limit => ({
  bucket: 'auth:login',
  key: `key-${keys++}`,
  limit: 10,
  windowSeconds: 10,
  ...rest,
})
