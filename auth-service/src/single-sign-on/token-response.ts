import { z } from 'zod'

const text = z.string().optional().catch(undefined)
const errorText = z.unknown().transform((error) => (typeof error === 'string' ? error : 'unreadable'))

/** What a sign-in reads (RFC 6749, sections 5.1 and 5.2). */
const read = z.object({
  access_token: text,
  id_token: text,
  error: errorText.optional(),
  error_description: text,
})

/**
 * The token response as RFC 6749 has it. Providers send the parts that a sign-in does not read in forms of their own, such as `scope`
 * as an array or an empty `refresh_token`, and errors with status 200. Every access token is sent as a bearer token.
 */
export async function readTokenResponse(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { error, error_description, ...tokens } = read.safeParse(body).data ?? {}
  if (response.ok && tokens.access_token !== undefined)
    return Response.json({ ...tokens, token_type: 'bearer' })
  if (error === undefined) return response
  return Response.json({ error, error_description }, { status: response.ok ? 400 : response.status })
}
