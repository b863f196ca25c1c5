import type { DeliveriesService } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import type { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Handlers } from '@gatehouse/service-kit/grpc/server-call'
import type { WebhookContext } from './context.ts'
import { getDelivery } from './deliveries/get-delivery.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { execute, executeWhole } from './executions/execute.ts'
import { preview } from './executions/preview.ts'
import { replayDelivery } from './executions/replay-delivery.ts'
import { listMessages } from './messages/list-messages.ts'
import { deleteMessage, editMessage, getMessage } from './messages/messages-by-token.ts'
import { getSettings } from './settings/get-settings.ts'
import { updateSettings } from './settings/update-settings.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { getWebhook } from './webhooks/get-webhook.ts'
import { listByChannel, listByGuild } from './webhooks/list-webhooks.ts'
import { rotateToken } from './webhooks/rotate-token.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'
import { deleteWebhookByToken, getWebhookByToken, updateWebhookByToken } from './webhooks/webhook-by-token.ts'

export function webhooksServer(ctx: WebhookContext): Handlers<typeof WebhooksService> {
  const rpc = rpcOf(ctx)
  return {
    create: rpc(createWebhook),
    listByChannel: rpc(listByChannel),
    listByGuild: rpc(listByGuild),
    get: rpc(getWebhook),
    update: rpc(updateWebhook),
    delete: rpc(deleteWebhook),
    rotateToken: rpc(rotateToken),
    getSettings: rpc(getSettings),
    updateSettings: rpc(updateSettings),
    getByToken: rpc(getWebhookByToken),
    updateByToken: rpc(updateWebhookByToken),
    deleteByToken: rpc(deleteWebhookByToken),
    execute: rpc(execute),
    executeWhole: rpc(executeWhole),
    preview: rpc(preview),
    rekey: (request) => ctx.rekey(request),
    retryMessages: async () => ({ retried: await ctx.retryMessages() }),
    listMessages: rpc(listMessages),
    watchMessages: (stream) => ctx.messageWatch.watch(stream),
    getMessage: rpc(getMessage),
    editMessage: rpc(editMessage),
    deleteMessage: rpc(deleteMessage),
  }
}

export function deliveriesServer(ctx: WebhookContext): Handlers<typeof DeliveriesService> {
  const rpc = rpcOf(ctx)
  return {
    listDeliveries: rpc(listDeliveries),
    getDelivery: rpc(getDelivery),
    replayDelivery: rpc(replayDelivery),
  }
}

function rpcOf(ctx: WebhookContext) {
  return <Req, Res>(run: (ctx: WebhookContext, request: Req, call: Call) => Promise<Res>) =>
    (request: Req, call: Call) =>
      run(ctx, request, call)
}
