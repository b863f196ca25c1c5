import type { WebhooksServer } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { type Call, handle, handleClientStream } from '@gatehouse/service-kit/grpc/handle'
import type { WebhookContext } from './context.ts'
import { execute } from './executions/execute.ts'
import { preview } from './executions/preview.ts'
import { listMessages } from './messages/list-messages.ts'
import { getSettings } from './settings/get-settings.ts'
import { updateSettings } from './settings/update-settings.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { getWebhook } from './webhooks/get-webhook.ts'
import { listByChannel, listByGuild } from './webhooks/list-webhooks.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'
import { deleteWebhookByToken, getWebhookByToken, updateWebhookByToken } from './webhooks/webhook-by-token.ts'

export function webhooksServer(ctx: WebhookContext): WebhooksServer {
  const rpc = <Req, Res>(verb: (ctx: WebhookContext, request: Req, call: Call) => Promise<Res>) =>
    handle((request: Req, call) => verb(ctx, request, call))

  return {
    create: rpc(createWebhook),
    listByChannel: rpc(listByChannel),
    listByGuild: rpc(listByGuild),
    get: rpc(getWebhook),
    update: rpc(updateWebhook),
    delete: rpc(deleteWebhook),
    getSettings: rpc(getSettings),
    updateSettings: rpc(updateSettings),
    getByToken: rpc(getWebhookByToken),
    updateByToken: rpc(updateWebhookByToken),
    deleteByToken: rpc(deleteWebhookByToken),
    execute: handleClientStream((requests, call) => execute(ctx, requests, call)),
    preview: handleClientStream((requests, call) => preview(ctx, requests, call)),
    listMessages: rpc(listMessages),
  } satisfies WebhooksServer
}
