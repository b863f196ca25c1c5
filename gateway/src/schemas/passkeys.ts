import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { secretText, text } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { exampleTicket } from './examples.ts'
import { namedSchema } from './named-schema.ts'
import { endOtherSessions, stepUpFields } from './step-up.ts'

const exampleChallenge = 'Xy2vN4pR8Kq7m1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuV'
const exampleId = 'dGhpcyBpcyBhIGNyZWRlbnRpYWwgaWQ'
const exampleRpId = 'gatehouse.example'

const challenge = secretText({ min: 1, max: 256 }).describe('Challenge from the authentication options.')
const exampleAssertion = {
  id: exampleId,
  rawId: exampleId,
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'MTU0' },
}

const credential = z.record(z.string(), z.unknown(), { error: wrongType('INVALID_FORMAT') })
const response = z
  .unknown()
  .refine((value) => value !== undefined, 'REQUIRED')
  .describe('WebAuthn authentication response.')

export const WebAuthnMfaRequest = namedSchema(
  'WebAuthnMfaRequest',
  'Completes a login with WebAuthn.',
  z.object({
    challenge,
    response,
    ticket: secretText({ min: 1, max: 256 }).describe('MFA ticket from the login response.'),
  }),
  { passkey: { challenge: exampleChallenge, response: exampleAssertion, ticket: exampleTicket } },
)

export const WebAuthnAuthenticateRequest = namedSchema(
  'WebAuthnAuthenticateRequest',
  'Signs in with a passkey.',
  z.object({ challenge, response }),
  {
    passkey: {
      challenge: exampleChallenge,
      response: exampleAssertion,
    },
  },
)

export const WebAuthnAuthenticationOptionsResponse = namedSchema(
  'WebAuthnAuthenticationOptionsResponse',
  'WebAuthn authentication options for navigator.credentials.get.',
  z.unknown(),
  {
    options: {
      challenge: exampleChallenge,
      rpId: exampleRpId,
      allowCredentials: [],
      userVerification: 'required',
    },
  },
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

export const WebAuthnCredentialListResponse = namedSchema(
  'WebAuthnCredentialListResponse',
  'The passkeys of the account, oldest first.',
  z.array(WebAuthnCredentialResponse),
  { one: [{ id: exampleId, name: 'Laptop', created_at: '2030-01-01T00:00:00.000Z', last_used_at: null }] },
)

export const WebAuthnRegistrationOptionsResponse = namedSchema(
  'WebAuthnRegistrationOptionsResponse',
  'WebAuthn registration options for navigator.credentials.create.',
  z.unknown(),
  { options: { challenge: exampleChallenge, rp: { id: exampleRpId, name: 'Gatehouse' } } },
)

const name = text(fieldBounds.passkeyName).describe('A name to recognize the passkey by.')

export const WebAuthnCredentialAddRequest = namedSchema(
  'WebAuthnCredentialAddRequest',
  'A new passkey.',
  z.object({
    challenge: secretText({ min: 1, max: 1024 }).describe('Challenge from the registration options.'),
    response: credential.describe('WebAuthn registration response.'),
    name,
    end_other_sessions: endOtherSessions,
    ...stepUpFields,
  }),
  {
    passkey: {
      challenge: exampleChallenge,
      response: {
        id: exampleId,
        rawId: exampleId,
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'o2Nm' },
      },
      name: 'Laptop',
    },
  },
)

export const WebAuthnCredentialRenameRequest = namedSchema(
  'WebAuthnCredentialRenameRequest',
  'Another name of a passkey.',
  z.object({ name, ...stepUpFields }),
  { rename: { name: 'Work laptop' } },
)

export const WebAuthnCredentialRemoveRequest = namedSchema(
  'WebAuthnCredentialRemoveRequest',
  'Removes a passkey.',
  z.object({ end_other_sessions: endOtherSessions, ...stepUpFields }),
  { remove: { end_other_sessions: true } },
)

export const PasskeySignalsResponse = namedSchema(
  'PasskeySignalsResponse',
  'Arguments for the methods of PublicKeyCredential that inform passkey managers about a change.',
  z.object({
    all_accepted_credentials: z
      .object({ rpId: z.string(), userId: z.string(), allAcceptedCredentialIds: z.array(z.string()) })
      .describe('For signalAllAcceptedCredentials.'),
    current_user_details: z
      .object({ rpId: z.string(), userId: z.string(), name: z.string(), displayName: z.string() })
      .describe('For signalCurrentUserDetails.'),
  }),
  {
    signals: {
      all_accepted_credentials: {
        rpId: exampleRpId,
        userId: 'MTU0MTgxNTYwMzYwNjAzNjQ4MA',
        allAcceptedCredentialIds: [exampleId],
      },
      current_user_details: {
        rpId: exampleRpId,
        userId: 'MTU0MTgxNTYwMzYwNjAzNjQ4MA',
        name: 'ada',
        displayName: 'Ada',
      },
    },
  },
)
