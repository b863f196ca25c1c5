import { z } from 'zod'
import { queryInteger } from '../http/fields.ts'
import { SnowflakeType } from '../schemas/common.ts'

export const webhookPage = z.object({
  limit: queryInteger({ min: 1, max: 100 }).optional().describe('Maximum number of webhooks. Default: all.'),
  after: SnowflakeType.optional().describe('Return webhooks with a larger id.'),
})

type WebhookPage = z.output<typeof webhookPage>

export function pageRequest({ limit, after }: WebhookPage) {
  return { limit: limit ?? 0, after: after ?? '' }
}

/** The query of the next page; null for the last page and without a limit. */
export function nextPage(
  { limit }: WebhookPage,
  list: { webhooks: readonly { id: string }[]; hasMore: boolean },
): Record<string, string> | null {
  const last = list.webhooks.at(-1)
  if (limit === undefined || !list.hasMore || !last) return null
  return { limit: String(limit), after: last.id }
}
