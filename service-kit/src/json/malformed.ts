import { ServiceError } from '../errors/service-error.ts'

/** MALFORMED_JSON at a byte offset. */
export function malformed(position: number): ServiceError {
  return new ServiceError('MALFORMED_JSON', { data: { position } })
}
