import { secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { exampleToken } from './examples.ts'
import { namedSchema, time } from './named-schema.ts'
import { emailedCode, emailedToken } from './recovery.ts'
import { AuthSessionClientInfo, laptop } from './sessions.ts'

export const IpAuthorizationPollResponse = namedSchema(
  'IpAuthorizationPollResponse',
  'The status of an IP authorization. token and user_id are null until it is completed.',
  z.object({
    completed: z.boolean(),
    token: z.string().nullable().optional().describe('Present when authorization is complete.'),
    user_id: SnowflakeType.nullable().optional().describe('Present when authorization is complete.'),
  }),
  {
    waiting: { completed: false, token: null, user_id: null },
    completed: {
      completed: true,
      token: exampleToken,
      user_id: '1541815603606036480',
    },
  },
)

const ticket = secretText({ min: 1, max: 256, code: 'INVALID_OR_EXPIRED_AUTHORIZATION_TICKET' })

export const AuthorizeIpRequest = namedSchema(
  'AuthorizeIpRequest',
  'Authorizes a new IP address.',
  z.object({
    token: emailedToken('INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN').describe(
      'IP authorization token from email.',
    ),
  }),
  { token: { token: '7pT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc5mN4pR' } },
)

export const AuthorizeIpWithNumberOrCodeRequest = namedSchema(
  'AuthorizeIpWithNumberOrCodeRequest',
  'Authorizes a new IP address, with the token of the link and the number that the owner compared, or with ticket and code.',
  AuthorizeIpRequest.partial().extend({
    number: secretText({ min: 1, max: 32, code: 'INVALID_AUTHORIZATION_NUMBER' })
      .optional()
      .describe(
        '`number` of IP_AUTHORIZATION_REQUIRED, as the waiting client shows it to the owner. A wrong one authorizes nothing, and five end the token. Without it no number is compared: send it wherever a page asks the owner, because programs that scan mails press buttons.',
      ),
    ticket: ticket.optional().describe('`ticket` of IP_AUTHORIZATION_REQUIRED, beside `code`.'),
    code: emailedCode
      .optional()
      .describe(
        'The code of the mail, which the owner enters at the waiting client. Without `token` it requires `ticket`. Five wrong ones end the code, not the link.',
      ),
  }),
  {
    token: { token: '7pT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc5mN4pR' },
    number: { token: '7pT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc5mN4pR', number: '42' },
    code: { ticket: '5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc', code: 'K7PW-3XNB' },
  },
)

export const IpAuthorizationInfoResponse = namedSchema(
  'IpAuthorizationInfoResponse',
  'The sign-in that waits for its owner.',
  z.object({
    created_at: time.describe('When the sign-in was made.'),
    expires_at: time.describe('When the token expires.'),
    email: z.string().describe('The email address of the account.'),
    username: z.string().describe('The username of the account.'),
    address: z.string().describe('The IP address of the device.'),
    client_info: AuthSessionClientInfo.describe('The device, located by its IP address.'),
  }),
  {
    signIn: {
      created_at: '2030-01-01T00:00:00.000Z',
      expires_at: '2030-01-01T00:15:00.000Z',
      email: 'ada@example.com',
      username: 'ada',
      address: '203.0.113.7',
      client_info: laptop,
    },
  },
)
