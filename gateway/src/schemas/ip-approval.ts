import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { namedSchema } from './named-schema.ts'

export const IpAuthorizationPollResponse = namedSchema(
  'IpAuthorizationPollResponse',
  'The status of an IP authorization. token and user_id are null until it is completed.',
  z.object({
    completed: z.boolean(),
    token: z.string().nullable().optional().describe('Present when authorization is complete.'),
    user_id: SnowflakeType.nullable().optional().describe('Present when authorization is complete.'),
  }),
)

export const AuthorizeIpRequest = namedSchema(
  'AuthorizeIpRequest',
  'Authorizes a new IP address.',
  z.object({ token: z.string().describe('IP authorization token from email.') }),
)
