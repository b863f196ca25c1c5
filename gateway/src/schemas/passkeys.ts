import { z } from 'zod'
import { namedSchema } from './named-schema.ts'

const challenge = z.string().describe('Challenge from the authentication options.')
const response = z.unknown().describe('WebAuthn authentication response.')

export const WebAuthnMfaRequest = namedSchema(
  'WebAuthnMfaRequest',
  'Completes a login with WebAuthn.',
  z.object({ challenge, response, ticket: z.string() }),
)

export const WebAuthnAuthenticateRequest = namedSchema(
  'WebAuthnAuthenticateRequest',
  'Signs in with a passkey.',
  z.object({ challenge, response }),
)

export const WebAuthnAuthenticationOptionsResponse = namedSchema(
  'WebAuthnAuthenticationOptionsResponse',
  'WebAuthn authentication options for navigator.credentials.get.',
  z.unknown(),
)

export const WebAuthnCredentialResponse = namedSchema(
  'WebAuthnCredentialResponse',
  'A passkey of the account.',
  z.object({
    created_at: z.string(),
    id: z.string().describe('Credential id, base64url.'),
    last_used_at: z.string().nullable(),
    name: z.string().describe('Name given by the user.'),
  }),
)
