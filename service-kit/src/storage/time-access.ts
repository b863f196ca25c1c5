import type { Logger } from '../process/log.ts'

type Access = { isDenied: boolean; log: Pick<Logger, 'warn'> }

const accesses = new WeakMap<object, Access>()

/** Warns once if the user of this client may not call TIME in scripts. */
export function watchTimeAccess(redis: object, log: Access['log']): void {
  accesses.set(redis, { isDenied: false, log })
}

export const isTimeDenied = (redis: object): boolean => accesses.get(redis)?.isDenied ?? false

export function noteTimeDenied(redis: object, error: unknown): void {
  const access = accesses.get(redis)
  if (!access || access.isDenied) return
  access.isDenied = true
  access.log.warn({ err: error }, 'Redis denies TIME; limits use the clock of this process')
}
