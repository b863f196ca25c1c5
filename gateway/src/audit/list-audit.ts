import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { queryInteger } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { AuditResponse, eventType } from '../schemas/audit.ts'
import { SnowflakeType } from '../schemas/common.ts'
import { auditJson } from './audit-json.ts'

const auditPage = z.object({
  limit: queryInteger({ min: 1, max: 100 }).optional().describe('Maximum number of records. Default: 50.'),
  before: SnowflakeType.optional().describe('Return records older than this id.'),
  after: SnowflakeType.optional().describe(
    'Return the records that directly follow this id. Cannot be combined with before. A record can be added some seconds late, with an id of its time.',
  ),
  type: eventType.optional().describe('Return records of this event type only.'),
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
  responseHeaders: ['Link'],
  fieldPaths: { page_size: 'limit', page_token: 'before' },
  async handler({ actor, query, services, context, linkTo }) {
    const { limit, before, after, type } = query
    if (before !== undefined && after !== undefined) throw invalidFields({ after: 'FIELD_NOT_ALLOWED' })
    const page = { pageSize: limit ?? 0, pageToken: before ?? '' }
    const { records, nextPageToken } = await services.auth.listMyAudit(
      { actor, type, after, ...page },
      context,
    )
    if (nextPageToken !== '') {
      linkTo('next', {
        ...(limit !== undefined && { limit: String(limit) }),
        ...(type !== undefined && { type }),
        [after === undefined ? 'before' : 'after']: nextPageToken,
      })
    }
    return records.map(auditJson)
  },
})
