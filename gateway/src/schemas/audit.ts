import { wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { namedSchema, time } from './named-schema.ts'
import { AuthSessionClientInfo, laptop } from './sessions.ts'

/** The names are tables of the services; an unknown one has no records. */
export const eventType = z
  .string({ error: wrongType('INVALID_FORMAT') })
  .regex(/^[a-z_]{1,32}\.[a-z_]{1,32}$/, { error: 'INVALID_FORMAT' })
  .meta({ examples: ['account.sign_in'] })

export const AuditRecordResponse = namedSchema(
  'AuditRecordResponse',
  'A record of the audit log.',
  z.object({
    id: SnowflakeType,
    at: time.describe('When it happened.'),
    type: z.string().describe('The event type, as listed in docs/events.md.'),
    outcome: z
      .enum(['ok', 'failed'])
      .describe(
        'failed if the action was rejected. A sign-in has a record of each if its session ended before it was delivered.',
      ),
    address: z
      .string()
      .nullable()
      .describe('The IP address of the client; null for actions of an operator or a service.'),
    client_info: AuthSessionClientInfo.nullable().describe('The client; null if unknown.'),
    session_id_hash: z.string().nullable().describe('The session that acted or was changed.'),
    detail: z.record(z.string(), z.string()).describe('Further details, as listed in docs/events.md.'),
  }),
  {
    signIn: {
      id: '1541815603606036481',
      at: '2030-01-01T00:00:00.000Z',
      type: 'account.sign_in',
      outcome: 'ok',
      address: '203.0.113.7',
      client_info: laptop,
      session_id_hash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
      detail: {},
    },
  },
)

export const AuditResponse = namedSchema(
  'AuditResponse',
  'The audit log of the account, newest first.',
  z.array(AuditRecordResponse),
)
