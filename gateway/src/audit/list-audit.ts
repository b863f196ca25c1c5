import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { queryInteger } from '../http/fields.ts'
import { AuditResponse } from '../schemas/audit.ts'
import { SnowflakeType } from '../schemas/common.ts'
import { auditJson } from './audit-json.ts'

const auditPage = z.object({
  limit: queryInteger({ min: 1, max: 100 }).optional().describe('Maximum number of records. Default: 50.'),
  before: SnowflakeType.optional().describe('Return records older than this id.'),
})

export const listAudit = defineRoute({
  operationId: 'listAuditRecords',
  tag: 'users',
  method: 'get',
  path: '/users/@me/audit',
  access: 'account',
  summary: 'List the audit log of your account, newest first.',
  rateLimit: { bucket: 'auth:audit' },
  query: auditPage,
  response: AuditResponse,
  errors: [],
  async handler({ actor, query, services, context }) {
    const { limit = 0, before = '' } = query
    const { records } = await services.auth.listMyAudit({ actor, limit, before }, context)
    return records.map(auditJson)
  },
})
