import { errors } from '@gatehouse/proto/errors/catalog'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { WebhookContext } from '../context.ts'
import type { Webhook } from '../webhooks/webhook.ts'

type Context = Pick<WebhookContext, 'settings' | 'clock'>

/** As many answers of 400 or 401 without an accepted post between them switch a webhook off (contract.md 8 row 23). */
const maxRefusals = 1000

/**
 * Counts a post that was refused for what it was. Answers that say nothing about the sender (too fast, too large, our own
 * failures) neither count nor end the row. That it cannot be counted must not hide the refusal: it is logged.
 */
export async function countRefusal(
  ctx: Context,
  webhook: Webhook,
  refusal: unknown,
  log: Logger,
): Promise<void> {
  if (!(refusal instanceof ServiceError) || !countsAsRefusal(refusal)) return
  try {
    if ((await ctx.settings.countRefusal(webhook.id)) < maxRefusals) return
    const reason = `${maxRefusals} posts in a row were refused, the last one with ${refusal.code}.`
    const disabled = { at: ctx.clock.now(), reason }
    if (await ctx.settings.disable(webhook.id, disabled))
      log.info({ webhook_id: webhook.id, reason }, 'webhook switched off')
  } catch (error) {
    log.warn({ err: error, webhook_id: webhook.id }, 'a refused post was not counted')
  }
}

/** An accepted post ends the row. Costs nothing for a webhook that has none; a post that is stored stays accepted when this fails. */
export async function forgetRefusals(
  { settings }: Pick<Context, 'settings'>,
  webhook: Webhook,
  log: Logger,
): Promise<void> {
  if (webhook.refusals === 0) return
  try {
    await settings.forgetRefusals(webhook.id)
  } catch (error) {
    log.warn({ err: error, webhook_id: webhook.id }, 'refused posts are counted on after one that was taken')
  }
}

function countsAsRefusal({ code }: ServiceError): boolean {
  const { kind } = errors[code]
  return kind === 'invalid' || kind === 'unauthenticated'
}
