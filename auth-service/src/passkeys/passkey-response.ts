import { listOf } from '@gatehouse/service-kit/fields/fields'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

/** Some passkey managers pad it, break it into lines, or use the alphabet of base64. */
const base64url = z
  .string()
  .transform((text) =>
    text
      .replaceAll(/\s/g, '')
      .replace(/={1,2}$/, '')
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
  )
  .pipe(z.string().regex(/^[\w-]+$/))
/** WebAuthn L3, 5.1: a credential id has at most 1023 bytes. */
const credentialId = base64url.refine((id) => id.length <= 1364)
const credential = {
  id: credentialId,
  rawId: credentialId.nullish(),
  type: z
    .literal('public-key')
    .nullish()
    .transform(() => 'public-key' as const),
}

const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // Hints for later: of another form, they are none.
    transports: listOf(z.string().max(32), { min: 0, max: 10 }).catch([]),
  }),
})

const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // An empty one is none.
    userHandle: z.literal('').or(base64url).nullish(),
  }),
})

const clientData = z.object({ crossOrigin: z.boolean().nullish(), topOrigin: z.null().optional() })

type Read<Response> = Response & { clientExtensionResults: Record<never, never> }

/** Null for another value. */
export function readRegistration(json: string): Read<RegistrationResponseJSON> | null {
  const read = registrationResponse.safeParse(parseJson(json)).data
  if (!read || isEmbedded(read.response.clientDataJSON)) return null
  return {
    ...read,
    rawId: read.rawId ?? read.id,
    response: read.response as RegistrationResponseJSON['response'],
    clientExtensionResults: {},
  }
}

export function readAssertion(json: string): Read<AuthenticationResponseJSON> | null {
  const read = authenticationResponse.safeParse(parseJson(json)).data
  if (!read || isEmbedded(read.response.clientDataJSON)) return null
  const { userHandle, ...response } = read.response
  return {
    ...read,
    rawId: read.rawId ?? read.id,
    response: { ...response, ...(userHandle && { userHandle }) },
    clientExtensionResults: {},
  }
}

/** Whether the credential was used in a frame of another origin, which the library does not reject. */
function isEmbedded(clientDataJSON: string): boolean {
  const read = clientData.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString()))
  return !read.success || read.data.crossOrigin === true
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
