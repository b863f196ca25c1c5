import type { GetRequest, GetResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managedWebhook } from './find-webhook.ts'
import { presentWebhook } from './present-webhook.ts'

type Context = Pick<WebhookContext, 'directory' | 'tokens' | 'webhooks'>

export async function getWebhook(ctx: Context, request: GetRequest, call: CallContext): Promise<GetResponse> {
  return { webhook: presentWebhook(ctx, await managedWebhook(ctx, request, call)) }
}
