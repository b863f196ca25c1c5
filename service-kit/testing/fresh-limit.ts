import type { Limit } from '../src/limits/gcra.ts'

let keys = 0
export const freshLimit = (rest: Partial<Limit> = {}): Limit => ({
  bucket: 'auth:login',
  key: `key-${keys++}`,
  limit: 10,
  windowSeconds: 10,
  ...rest,
})
