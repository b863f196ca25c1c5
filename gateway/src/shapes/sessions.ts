import { z } from 'zod'
import { listOf, secretText } from '../http/fields.ts'
import { PasswordType } from './common.ts'
import { shape, time } from './shape.ts'

const reported = z.string().nullable().optional()

export const AuthSessionLocation = shape(
  'AuthSessionLocation',
  'A place as reported by the client; for display only.',
  z.object({ city: reported, country: reported, region: reported }),
)

export const AuthSessionClientInfo = shape(
  'AuthSessionClientInfo',
  'Client metadata recorded for a session; null where it cannot be told.',
  z.object({
    browser: reported.describe('Browser reported by the client.'),
    location: AuthSessionLocation.nullable().optional().describe('Geolocation sent by the client.'),
    os: reported.describe('Operating system reported by the client.'),
    platform: reported.describe('Platform reported by the client.'),
  }),
)

export const AuthSessionResponse = shape(
  'AuthSessionResponse',
  'A live session of the account.',
  z.object({
    approx_last_used_at: time.nullable().optional().describe('Approximate time of last activity.'),
    client_info: AuthSessionClientInfo.nullable()
      .optional()
      .describe('Client metadata recorded for the session.'),
    current: z.boolean().describe('True when this is the session making the request.'),
    id_hash: z.string().describe('base64url-encoded session id hash.'),
  }),
)

export const AuthSessionsResponse = shape(
  'AuthSessionsResponse',
  'The live sessions of the account, most recently used first.',
  z.array(AuthSessionResponse),
)

export const LogoutAuthSessionsRequest = shape(
  'LogoutAuthSessionsRequest',
  'The sessions to log out; hashes that are unknown or not yours are ignored.',
  z.object({
    password: PasswordType.optional().describe(
      'The account password; needed unless the session was proved within five minutes.',
    ),
    session_id_hashes: listOf(secretText({ min: 1, max: 256 }), { min: 0, max: 100 }).describe(
      'Session id hashes to log out, at most 100.',
    ),
  }),
)
