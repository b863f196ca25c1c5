import { ClientError, type Configuration, ResponseBodyError } from 'openid-client'
import type { Provider } from './provider.ts'

/**
 * Sends a request to the token endpoint, with the next way to authenticate if the provider rejects one: it has not used the code
 * then. If it rejects all of them, throws what it said to the first.
 */
export async function withClient<Tokens>(
  provider: Provider,
  exchange: (client: Configuration) => Promise<Tokens>,
): Promise<{ tokens: Tokens; client: Configuration }> {
  const rejections: unknown[] = []
  for (const { client, prefer } of provider.clients()) {
    try {
      const tokens = await exchange(client)
      prefer()
      return { tokens, client }
    } catch (error) {
      if (!isRejection(error)) throw error
      rejections.push(error)
    }
  }
  throw rejections[0]
}

const rejectionCodes: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
])

/** Providers name a client that they do not know in different ways; some with a page instead of an error (RFC 6749, section 5.2). */
export function isRejection(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status === 401 || rejectionCodes.has(error.error)
  return unreadStatus(error) === 401
}

/** Status of a response that is no error of RFC 6749; null for other errors. */
export function unreadStatus(error: unknown): number | null {
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : null
}
