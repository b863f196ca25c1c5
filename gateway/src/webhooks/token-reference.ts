import type { TokenReference } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { RequestContext } from '../http/request-context.ts'

/** Names a webhook by its token, and who asks: wrong tokens are counted by address (contract.md 8 row 1). */
export function tokenReference(
  params: { webhook_id: string; token: string },
  context: RequestContext,
): TokenReference {
  return { id: params.webhook_id, token: params.token, client: context.client }
}
