import { errors } from '@gatehouse/proto/errors/catalog'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { WebhookContext } from '../context.ts'
import type { Webhook } from '../webhooks/webhook.ts'

type Context = Pick<WebhookContext, 'settings' | 'clock'>

/** A webhook is disabled after this many consecutive executions that this service rejects with 400 or 401, dry runs excluded. */
const maxRejections = 1000

/**
 * Counts a rejected execution if its status is 400 or 401. Others, such as 413, 415, 429 and 5xx, do not count. A failure to count is
 * only logged, so that the sender receives the original error.
 */
export async function countRejection(
  ctx: Context,
  webhook: Webhook,
  error: unknown,
  log: Logger,
): Promise<void> {
  if (!(error instanceof ServiceError) || !countsAsRejection(error)) return
  try {
    if ((await ctx.settings.countRejection(webhook.id)) < maxRejections) return
    const reason = `${maxRejections} consecutive executions were rejected, the last one with ${error.code}.`
    const disabled = { at: ctx.clock.now(), reason }
    if (await ctx.settings.disable(webhook.id, disabled))
      log.info({ webhook_id: webhook.id, reason }, 'webhook disabled')
  } catch (cause) {
    log.warn({ err: cause, webhook_id: webhook.id }, 'rejected execution not counted')
  }
}

/** Resets the count after an accepted execution, which stays accepted if this fails. */
export async function resetRejections(
  { settings }: Pick<Context, 'settings'>,
  webhook: Webhook,
  log: Logger,
): Promise<void> {
  if (webhook.rejections === 0) return
  try {
    await settings.resetRejections(webhook.id)
  } catch (error) {
    log.warn(
      { err: error, webhook_id: webhook.id },
      'the count of rejections of a webhook could not be reset',
    )
  }
}

function countsAsRejection({ code }: ServiceError): boolean {
  const { kind } = errors[code]
  return kind === 'invalid' || kind === 'unauthenticated'
}
