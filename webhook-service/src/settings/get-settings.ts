import type { GetSettingsRequest, GetSettingsResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managedWebhook } from '../webhooks/find-webhook.ts'
import { presentSettings } from './present-settings.ts'

type Context = Pick<WebhookContext, 'directory' | 'webhooks' | 'clock'>

export async function getSettings(
  ctx: Context,
  request: GetSettingsRequest,
  call: CallContext,
): Promise<GetSettingsResponse> {
  return { settings: presentSettings(await managedWebhook(ctx, request, call), ctx.clock.now()) }
}
