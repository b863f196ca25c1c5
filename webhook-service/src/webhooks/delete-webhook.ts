import type { DeleteRequest, DeleteResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { type EventActor, managerActor } from '../domain-events/event-actor.ts'
import { managedWebhook } from './find-webhook.ts'

type Context = Pick<WebhookContext, 'directory' | 'webhooks' | 'locationOf'>

export async function deleteWebhook(
  ctx: Context,
  request: DeleteRequest,
  call: CallContext,
): Promise<DeleteResponse> {
  const { id } = await managedWebhook(ctx, request, call)
  await removeOrThrow(ctx, id, managerActor(ctx, request, call))
  return {}
}

/** Fails with UNKNOWN_WEBHOOK if it was deleted concurrently. */
export async function removeOrThrow(
  { webhooks }: Pick<Context, 'webhooks'>,
  id: string,
  eventActor: EventActor,
): Promise<void> {
  if (!(await webhooks.remove(id, eventActor))) throw new ServiceError('UNKNOWN_WEBHOOK')
}
