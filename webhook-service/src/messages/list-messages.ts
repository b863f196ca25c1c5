import type { ListMessagesRequest, ListMessagesResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { assertViewsChannel, guildChannel } from '../webhooks/permissions.ts'

type Context = Pick<WebhookContext, 'directory' | 'messages'>
type Problems = Parameters<typeof invalidFields>[0]

const pageSize = { default: 50, min: 1, max: 100 }

export async function listMessages(
  ctx: Context,
  request: ListMessagesRequest,
  call: CallContext,
): Promise<ListMessagesResponse> {
  const channel = await guildChannel(ctx, request.channelId, call)
  await assertViewsChannel(ctx, request.actor, channel, call)
  const page = validatePage(request)
  return { messagesJson: await ctx.messages.listByChannel({ channelId: channel.id, ...page }) }
}

function validatePage({ limit, before, after }: ListMessagesRequest) {
  const problems: Problems = {}
  if (limit > pageSize.max) {
    problems.limit = ['NUMBER_OUT_OF_RANGE', { min: pageSize.min, max: pageSize.max }]
  }
  if (before !== '' && !isSnowflake(before)) problems.before = 'INVALID_SNOWFLAKE_FORMAT'
  if (after !== '' && !isSnowflake(after)) problems.after = 'INVALID_SNOWFLAKE_FORMAT'
  if (before !== '' && after !== '') problems.after = 'FIELD_NOT_ALLOWED'
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return { limit: limit || pageSize.default, before, after }
}
