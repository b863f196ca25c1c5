import { errors } from '@gatehouse/proto/errors/catalog'
import type { Logger } from '../process/log.ts'
import { reasonOf } from './reason-of.ts'
import type { ServiceError } from './service-error.ts'

type Where = { request_id?: string; route?: string | null }

/** Not the fault of the caller. */
export function isOurs({ code }: ServiceError): boolean {
  return ['internal', 'unavailable', 'timeout'].includes(errors[code].kind)
}

/**
 * Logs a failure that is not the fault of the caller. An internal error has its stack. One of an outage has its reason alone, since
 * each request of the outage is logged.
 */
export function logFailure(
  log: Logger,
  what: 'call' | 'request',
  failure: ServiceError,
  where: Where = {},
): void {
  const { code } = failure
  if (errors[code].kind === 'internal') {
    log.error({ ...where, code, err: failure.cause ?? failure }, `${what} failed`)
    return
  }
  const reason = reasonOf(failure)
  log.warn({ ...where, code, ...(reason !== undefined && { reason }) }, `${what} failed`)
}
