import { setTimeout as pause } from 'node:timers/promises'
import type {
  DeleteMessageRequest,
  DeleteMessageResponse,
  EditMessageRequest,
  EditMessageResponse,
  GetMessageRequest,
  GetMessageResponse,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import type { PublicationLease } from '@gatehouse/service-kit/outbox/publication'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { nativeEdit } from '../formats/native/native-edit.ts'
import { assertAllowedFormat } from '../webhooks/allowed-format.ts'
import { channelOfWebhook } from '../webhooks/find-webhook.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { Message } from './message.ts'
import type { MessageChange } from './message-document.ts'
import type { Changed, MessageReference } from './message-edits.ts'
import { messageStreamEntry } from './message-stream-entry.ts'
import { presentMessage } from './present-message.ts'

type Context = Pick<WebhookContext, 'tokenGuard' | 'directory' | 'messageEdits' | 'messageRelay' | 'clock'>

/** A message that was just posted is usually published within 100 ms. */
const maxWaitMs = 3000
const retryEveryMs = 25

export async function getMessage(
  ctx: Context,
  request: GetMessageRequest,
  call: CallContext,
): Promise<GetMessageResponse> {
  const { reference } = await findReference(ctx, request, call)
  const message = await ctx.messageEdits.find(reference)
  if (!message) throw new ServiceError('UNKNOWN_MESSAGE')
  return { message: presentMessage(message) }
}

export async function editMessage(
  ctx: Context,
  request: EditMessageRequest,
  call: CallContext,
): Promise<EditMessageResponse> {
  const { webhook, reference } = await findChangeable(ctx, request, call)
  assertAllowedFormat(webhook, 'native')
  const edit = nativeEdit(request.editJson)
  const message = await changeAndPublish(ctx, 'updated', (terms) =>
    ctx.messageEdits.edit(reference, terms, edit),
  )
  return { message: presentMessage(message) }
}

export async function deleteMessage(
  ctx: Context,
  request: DeleteMessageRequest,
  call: CallContext,
): Promise<DeleteMessageResponse> {
  const { reference } = await findChangeable(ctx, request, call)
  await changeAndPublish(ctx, 'deleted', (terms) => ctx.messageEdits.delete(reference, terms))
  return {}
}

/** Only messages in the current channel: a webhook that was moved has no rights in the previous one. */
async function findReference(
  ctx: Context,
  { webhook: holder, messageId }: GetMessageRequest,
  call: CallContext,
) {
  const webhook = await ctx.tokenGuard.authenticate(holder)
  const channel = await channelOfWebhook(ctx, webhook, call)
  if (!isSnowflake(messageId)) throw new ServiceError('UNKNOWN_MESSAGE')
  return {
    webhook,
    channel,
    reference: { id: messageId, webhookId: webhook.id, channelId: webhook.channelId },
  }
}

async function findChangeable(
  ctx: Context,
  request: GetMessageRequest,
  call: CallContext,
): Promise<{ webhook: Webhook; reference: MessageReference }> {
  const { webhook, channel, reference } = await findReference(ctx, request, call)
  if (channel.archived) throw new ServiceError('CHANNEL_ARCHIVED')
  return { webhook, reference }
}

type Terms = { now: number; lease: PublicationLease }

/** Waits while the last change of the message is not published. Fails with UNKNOWN_MESSAGE, SERVICE_UNAVAILABLE. */
async function changeAndPublish(
  { messageRelay, clock }: Context,
  type: MessageChange,
  change: (terms: Terms) => Promise<Changed>,
): Promise<Message> {
  const giveUpAt = performance.now() + maxWaitMs
  while (true) {
    const lease = messageRelay.lease()
    const changed = await change({ now: clock.now(), lease })
    if (changed === 'unknown') throw new ServiceError('UNKNOWN_MESSAGE')
    if (changed !== 'busy') {
      const { message } = changed
      messageRelay.enqueue({
        id: message.id,
        fields: messageStreamEntry(message, type),
        leaseUntil: lease.leaseUntil,
      })
      return message
    }
    if (performance.now() > giveUpAt) throw unavailable('the message is being published')
    await pause(retryEveryMs)
  }
}
