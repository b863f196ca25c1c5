import { listOf, secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { PasswordType } from './common.ts'
import { namedSchema, time } from './named-schema.ts'
import { secondFactorFields } from './step-up.ts'

const reported = z.string().nullable().optional()

export const AuthSessionLocation = namedSchema(
  'AuthSessionLocation',
  'A location as reported by the client; for display only.',
  z.object({ city: reported, country: reported, region: reported }),
)

export const AuthSessionClientInfo = namedSchema(
  'AuthSessionClientInfo',
  'Client metadata of a session. Unknown values are null.',
  z.object({
    browser: reported.describe('Browser reported by the client.'),
    location: AuthSessionLocation.nullable().optional().describe('Geolocation sent by the client.'),
    os: reported.describe('Operating system reported by the client.'),
    platform: reported.describe('Platform reported by the client.'),
  }),
)

export const laptop = {
  browser: 'Firefox',
  location: { city: 'Graz', country: 'AT', region: null },
  os: 'Linux',
  platform: 'desktop',
}

export const AuthSessionResponse = namedSchema(
  'AuthSessionResponse',
  'An active session of the account.',
  z.object({
    approx_last_used_at: time.nullable().optional().describe('Approximate time of last activity.'),
    client_info: AuthSessionClientInfo.nullable()
      .optional()
      .describe('Client metadata recorded for the session.'),
    current: z.boolean().describe('True when this is the session making the request.'),
    id_hash: z.string().describe('base64url-encoded session id hash.'),
  }),
)

export const SessionDetailsResponse = namedSchema(
  'SessionDetailsResponse',
  'An active session of the account, with its origin.',
  AuthSessionResponse.and(
    z.object({
      created_at: time.describe('When the session was created.'),
      address_prefix: z
        .string()
        .nullable()
        .describe('The network that the session was created from, such as 203.0.113.0/24; null if unknown.'),
    }),
  ),
  {
    session: {
      id_hash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
      current: true,
      approx_last_used_at: '2030-01-01T00:00:00.000Z',
      client_info: laptop,
      created_at: '2030-01-01T00:00:00.000Z',
      address_prefix: '203.0.113.0/24',
    },
  },
)

export const AuthSessionsResponse = namedSchema(
  'AuthSessionsResponse',
  'The active sessions of the account, most recently used first.',
  z.array(SessionDetailsResponse),
)

export const LogoutAuthSessionsRequest = namedSchema(
  'LogoutAuthSessionsRequest',
  'The sessions to log out. Unknown hashes are ignored.',
  z.object({
    password: PasswordType.optional().describe(
      'The account password. Not required if it was verified within five minutes.',
    ),
    session_id_hashes: listOf(secretText({ min: 1, max: 256 }), { min: 0, max: 100 }).describe(
      'Session id hashes to log out, at most 100.',
    ),
  }),
  { session: { session_id_hashes: ['n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'] } },
)

export const EndSessionsRequest = namedSchema(
  'EndSessionsRequest',
  'The sessions to log out, with a proof of identity. Unknown hashes are ignored.',
  z.object({ ...LogoutAuthSessionsRequest.shape, ...secondFactorFields }),
  { session: { session_id_hashes: ['n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'] } },
)
