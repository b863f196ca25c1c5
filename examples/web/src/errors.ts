import { GatehouseError } from '@gatehouse/client'

/** What to tell the user. The message of the API is for developers. */
export function explain(error: unknown): string {
  if (!(error instanceof GatehouseError)) throw error
  switch (error.code) {
    case 'INVALID_FORM_BODY':
      return 'Please check the marked fields.'
    case 'RATE_LIMITED':
      return `Too many attempts. Try again in ${Math.ceil(error.body.retry_after)} seconds.`
    case 'NETWORK_ERROR':
    case 'SERVICE_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
      return 'The service does not respond. Try again later.'
    case 'UNAUTHORIZED':
      return 'Please sign in.'
    default:
      return `${error.message} (${error.code}, request ${error.requestId ?? 'unknown'})`
  }
}
