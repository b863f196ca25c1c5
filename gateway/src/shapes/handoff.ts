import { z } from 'zod'
import { SnowflakeType } from './common.ts'
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

export const HandoffCompleteRequest = shape(
  'HandoffCompleteRequest',
  'Gives a session to the device that shows the code.',
  z.object({
    code: z.string().describe('Handoff code from the initiating session.'),
    token: z.string().describe('Token to transfer.'),
    user_id: z
      .union([z.string(), z.int()])
      .describe('User associated with the token; compared as text with the owner of the token.'),
  }),
)
