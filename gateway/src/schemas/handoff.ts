import { secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { exampleToken } from './examples.ts'
import { namedSchema, time } from './named-schema.ts'
import { AuthSessionClientInfo, laptop } from './sessions.ts'
import { stepUpFields } from './step-up.ts'

export const HandoffInitiateResponse = namedSchema(
  'HandoffInitiateResponse',
  'A new handoff.',
  z.object({
    code: z.string().describe('Handoff code to share with the receiving device.'),
    expires_at: time.describe('When the code expires.'),
  }),
  { handoff: { code: 'K7PW-3XNB', expires_at: '2030-01-01T00:05:00.000Z' } },
)

export const HandoffStatusResponse = namedSchema(
  'HandoffStatusResponse',
  'The status of a handoff. token and user_id are null unless it is complete.',
  z.object({
    status: z.enum(['pending', 'completed', 'expired']),
    token: z.string().nullable().optional().describe('Present when the handoff is complete.'),
    user_id: SnowflakeType.nullable().optional().describe('Present when the handoff is complete.'),
  }),
  {
    pending: { status: 'pending', token: null, user_id: null },
    completed: {
      status: 'completed',
      token: exampleToken,
      user_id: '1541815603606036480',
    },
  },
)

export const HandoffInfoResponse = namedSchema(
  'HandoffInfoResponse',
  'The details of a handoff for its giver.',
  z.object({
    status: z.enum(['pending', 'completed', 'expired']),
    created_at: time.describe('When the handoff was created.'),
    expires_at: time.describe('When the code expires.'),
    client_info: AuthSessionClientInfo.nullable().describe(
      'The receiving device, located by its IP address; null until a device has claimed the code.',
    ),
  }),
  {
    handoff: {
      status: 'pending',
      created_at: '2030-01-01T00:00:00.000Z',
      expires_at: '2030-01-01T00:05:00.000Z',
      client_info: laptop,
    },
  },
)

/** Any text, because it is compared as text with the owner of the token. */
const userId = z
  .preprocess(
    (value) => (Number.isSafeInteger(value) ? String(value) : value),
    secretText({ min: 1, max: 256 }),
  )
  .meta({ type: ['string', 'integer'] })

export const HandoffCompleteRequest = namedSchema(
  'HandoffCompleteRequest',
  'Completes a handoff.',
  z.object({
    code: secretText({ min: 1, max: 256 }).describe('Handoff code from the initiating session.'),
    token: secretText({ min: 1, max: 4096 }).describe('Token to transfer.'),
    user_id: userId.describe('User associated with the token.'),
  }),
  {
    handoff: {
      code: 'K7PW-3XNB',
      token: exampleToken,
      user_id: '1541815603606036480',
    },
  },
)

export const HandoffCompleteWithProofRequest = namedSchema(
  'HandoffCompleteWithProofRequest',
  'Completes a handoff, with a proof of identity after SUDO_MODE_REQUIRED.',
  HandoffCompleteRequest.extend(stepUpFields),
  {
    handoff: { code: 'K7PW-3XNB', token: exampleToken, user_id: '1541815603606036480' },
    proof: {
      code: 'K7PW-3XNB',
      token: exampleToken,
      user_id: '1541815603606036480',
      password: 'violet-anchor-1815',
    },
  },
)
