import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { shape } from './shape.ts'

export const IpAuthorizationPollResponse = shape(
  'IpAuthorizationPollResponse',
  'Whether the new address was authorized; token and user_id are null until then.',
  z.object({
    completed: z.boolean(),
    token: z.string().nullable().optional().describe('Present when authorization is complete.'),
    user_id: SnowflakeType.nullable().optional().describe('Present when authorization is complete.'),
  }),
)

export const AuthorizeIpRequest = shape(
  'AuthorizeIpRequest',
  'Authorizes a new address.',
  z.object({ token: z.string().describe('IP authorization token from email.') }),
)
