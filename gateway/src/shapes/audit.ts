import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { AuthSessionClientInfo } from './sessions.ts'
import { shape, time } from './shape.ts'

export const AuditRecordResponse = shape(
  'AuditRecordResponse',
  'Something that was done to the account or with it, or tried.',
  z.object({
    id: SnowflakeType,
    at: time.describe('When it was done.'),
    type: z.string().describe('What was done, a word of the tables of docs/events.md.'),
    outcome: z.enum(['ok', 'failed']).describe('failed: it was refused.'),
    address: z.string().nullable().describe('From where; null when an operator or a service did it.'),
    client_info: AuthSessionClientInfo.nullable().describe('With what.'),
    session_id_hash: z.string().nullable().describe('The session it was done with or to.'),
    detail: z.record(z.string(), z.string()).describe('What else is to be told, by the words of the table.'),
  }),
)

export const AuditResponse = shape(
  'AuditResponse',
  'The audit log of the account, newest first.',
  z.array(AuditRecordResponse),
)
