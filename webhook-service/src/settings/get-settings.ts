import type { GetSettingsRequest, GetSettingsResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import type { Asking } from '../guilds/directory.ts'
import { managedWebhook } from '../webhooks/find-webhook.ts'
import { presentSettings } from './present-settings.ts'

type Context = Pick<WebhookContext, 'guilds' | 'webhooks' | 'clock'>

export async function getSettings(
  ctx: Context,
  request: GetSettingsRequest,
  call: Asking,
): Promise<GetSettingsResponse> {
  return { settings: presentSettings(await managedWebhook(ctx, request, call), ctx.clock.now()) }
}
