import type { ListMessagesRequest, ListMessagesResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { pageSizeOf } from '@gatehouse/service-kit/resources/paging'
import type { WebhookContext } from '../context.ts'
import { assertViewsChannel, guildChannel } from '../webhooks/permissions.ts'
import { presentMessage } from './present-message.ts'

type Context = Pick<WebhookContext, 'directory' | 'messages'>
type Problems = Parameters<typeof invalidFields>[0]

const pageSizes = { default: 50, max: 100 }

export async function listMessages(
  ctx: Context,
  request: ListMessagesRequest,
  call: Call,
): Promise<ListMessagesResponse> {
  const channel = await guildChannel(ctx, request.channelId, call)
  await assertViewsChannel(ctx, request.actor, channel, call)
  const { size, ...range } = validatePage(request)
  const { found, hasMore } = await ctx.messages.listByChannel({ channelId: channel.id, size, ...range })
  // The caller may be gone, and presenting a page takes time.
  call.signal.throwIfAborted()
  const newestFirst = range.after === null ? found : found.toReversed()
  const nextPageToken = hasMore ? (found.at(-1)?.id ?? '') : ''
  return { messages: newestFirst.map(presentMessage), nextPageToken }
}

function validatePage(request: ListMessagesRequest) {
  const { pageToken, after } = request
  const size = pageSizeOf(request, pageSizes)
  const problems: Problems = {}
  if (pageToken !== '' && !isSnowflake(pageToken)) problems.page_token = 'INVALID_SNOWFLAKE_FORMAT'
  if (after !== undefined && !isSnowflake(after)) problems.after = 'INVALID_SNOWFLAKE_FORMAT'
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const token = pageToken || null
  return after === undefined
    ? { size, before: token, after: null }
    : { size, before: null, after: token ?? after }
}
