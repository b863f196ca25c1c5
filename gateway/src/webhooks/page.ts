import { queryInteger } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { SnowflakeType } from '../schemas/common.ts'

export const webhookPage = z.object({
  limit: queryInteger({ min: 1, max: 100 }).optional().describe('Maximum number of webhooks. Default: all.'),
  after: SnowflakeType.optional().describe('Return webhooks with a larger id.'),
})

type WebhookPage = z.output<typeof webhookPage>

/** Without a limit: all. */
export function pageRequest({ limit, after }: WebhookPage) {
  return { pageSize: limit ?? 0, pageToken: after ?? '' }
}

export const pagePaths = { page_size: 'limit', page_token: 'after' }

/** The query of the next page; null for the last page and without a limit. */
export function nextPage({ limit }: WebhookPage, nextPageToken: string): Record<string, string> | null {
  return limit === undefined || nextPageToken === '' ? null : { limit: String(limit), after: nextPageToken }
}

/** As `nextPage`, for ranges of ids. */
export function nextRange(
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
  nextPageToken: string,
): Record<string, string> | null {
  if (nextPageToken === '') return null
  const range = after === undefined ? { before: nextPageToken } : { after: nextPageToken }
  return { ...(limit !== undefined && { limit: String(limit) }), ...range }
}
