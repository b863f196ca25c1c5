import { z } from 'zod'
import { queryInteger } from '../http/fields.ts'
import { route } from '../http/route.ts'
import { AuditResponse } from '../shapes/audit.ts'
import { SnowflakeType } from '../shapes/common.ts'
import { auditJson } from './audit-json.ts'

const auditPage = z.object({
  limit: queryInteger({ min: 1, max: 100 }).optional().describe('How many; 50 when left out.'),
  before: SnowflakeType.optional().describe('Only records older than the one of this id.'),
})

export const listAudit = route({
  method: 'get',
  path: '/users/@me/audit',
  access: 'account',
  summary: 'Read what was done to your account and with it, newest first.',
  rateLimit: { bucket: 'auth:audit', limit: 40, windowSeconds: 10 },
  query: auditPage,
  response: AuditResponse,
  errors: [],
  async handler({ actor, query, services, call }) {
    const { limit = 0, before = '' } = query
    const { records } = await services.auth.listMyAudit({ actor, limit, before }, call)
    return records.map(auditJson)
  },
})
