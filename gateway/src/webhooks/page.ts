import { z } from 'zod'
import { queryInteger } from '../http/fields.ts'
import { SnowflakeType } from '../shapes/common.ts'

/** The query of the webhook lists: everything, unless a limit is given (contract.md 1, "Lists"). */
export const webhookPage = z.object({
  limit: queryInteger({ min: 1, max: 100 }).optional().describe('How many; all of them when left out.'),
  after: SnowflakeType.optional().describe('Only webhooks with a larger id.'),
})

type WebhookPage = z.output<typeof webhookPage>

export function pageRequest({ limit, after }: WebhookPage) {
  return { limit: limit ?? 0, after: after ?? '' }
}

/** The query of the next page; null on the last one and for a whole list. */
export function nextPage(
  { limit }: WebhookPage,
  answer: { webhooks: readonly { id: string }[]; hasMore: boolean },
): Record<string, string> | null {
  const last = answer.webhooks.at(-1)
  if (limit === undefined || !answer.hasMore || !last) return null
  return { limit: String(limit), after: last.id }
}
