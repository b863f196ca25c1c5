import { browserSecret } from '../http/browser-secret.ts'
import type { RequestContext } from '../http/request-context.ts'

/** As long as a state. */
export const browserVerifier = browserSecret({
  cookie: 'gatehouse_sso',
  header: 'X-SSO-Verifier',
  lifetimeSeconds: 600,
})

/** Browsers send one of these headers with every POST. */
export function isFromBrowser({ req }: RequestContext): boolean {
  return req.headers.origin !== undefined || req.headers['sec-fetch-site'] !== undefined
}
