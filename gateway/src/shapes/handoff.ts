import { z } from 'zod'
import { secretText } from '../http/fields.ts'
import { SnowflakeType } from './common.ts'
import { AuthSessionClientInfo } from './sessions.ts'
import { shape, time } from './shape.ts'

export const HandoffInitiateResponse = shape(
  'HandoffInitiateResponse',
  'A code that brings a session to another device.',
  z.object({
    code: z.string().describe('Handoff code to share with the receiving device.'),
    expires_at: time.describe('When the code expires.'),
  }),
)

export const HandoffStatusResponse = shape(
  'HandoffStatusResponse',
  'How far a handoff is; token and user_id are null unless it is complete.',
  z.object({
    status: z.enum(['pending', 'completed', 'expired']),
    token: z.string().nullable().optional().describe('Present when the handoff is complete.'),
    user_id: SnowflakeType.nullable().optional().describe('Present when the handoff is complete.'),
  }),
)

export const HandoffInfoResponse = shape(
  'HandoffInfoResponse',
  'A handoff as the giving side sees it.',
  z.object({
    status: z.enum(['pending', 'completed', 'expired']),
    created_at: time.describe('When the handoff began.'),
    expires_at: time.describe('When the code expires.'),
    client_info: AuthSessionClientInfo.nullable().describe(
      'The device that receives, with a place only as its address tells it; null until one has claimed the code.',
    ),
  }),
)

/** Any text, since it is compared as text with the owner of the token; a number is taken as its text (contract.md 7 row 23). */
const userId = z
  .preprocess(
    (value) => (Number.isSafeInteger(value) ? String(value) : value),
    secretText({ min: 1, max: 256 }),
  )
  .meta({ type: ['string', 'integer'] })

export const HandoffCompleteRequest = shape(
  'HandoffCompleteRequest',
  'Gives a session to the device that shows the code.',
  z.object({
    code: secretText({ min: 1, max: 256 }).describe('Handoff code from the initiating session.'),
    token: secretText({ min: 1, max: 4096 }).describe('Token to transfer.'),
    user_id: userId.describe('User associated with the token; compared as text with the owner of the token.'),
  }),
)
