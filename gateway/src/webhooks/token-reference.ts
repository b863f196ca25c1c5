import type { TokenReference } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Services } from '../context.ts'
import type { RequestContext } from '../http/request-context.ts'

/** Includes the client, because webhook-service limits wrong tokens by address. */
export function tokenReference(
  params: { webhook_id: string; token: string },
  context: RequestContext,
): TokenReference {
  return { id: params.webhook_id, token: params.token, client: context.client }
}

/** Throws UNKNOWN_WEBHOOK for a wrong token, which webhook-service counts. */
export function assertToken({
  params,
  context,
  services,
}: {
  params: { webhook_id: string; token: string }
  context: RequestContext
  services: Services
}): Promise<unknown> {
  return services.webhooks.getByToken({ webhook: tokenReference(params, context) }, context)
}
