import type { UpdateSettingsRequest, UpdateSettingsResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managerActor } from '../domain-events/event-actor.ts'
import type { SigningSecrets } from '../signatures/signing-secrets.ts'
import { managedWebhook } from '../webhooks/find-webhook.ts'
import type { WebhookSettings } from '../webhooks/webhook-settings.ts'
import { presentSettings } from './present-settings.ts'
import { type SettingsChange, validateSettings } from './validate-settings.ts'

type Context = Pick<
  WebhookContext,
  'directory' | 'webhooks' | 'settings' | 'signingSecrets' | 'clock' | 'locationOf'
>

export async function updateSettings(
  ctx: Context,
  request: UpdateSettingsRequest,
  call: CallContext,
): Promise<UpdateSettingsResponse> {
  const { id } = await managedWebhook(ctx, request, call)
  const eventActor = managerActor(ctx, request, call)
  const { enable, ...change } = validateSettings(request)
  const now = ctx.clock.now()
  const sealing = { webhookId: id, secrets: ctx.signingSecrets, now }
  const webhook = await ctx.settings.change(id, {
    settings: (before) => applyChange(before, change, sealing),
    enable,
    eventActor,
  })
  if (!webhook) throw new ServiceError('UNKNOWN_WEBHOOK')
  return { settings: presentSettings(webhook, now) }
}

type SealContext = { webhookId: string; secrets: SigningSecrets; now: number }

function applyChange(
  before: WebhookSettings,
  { secret, ...change }: Omit<SettingsChange, 'enable'>,
  sealing: SealContext,
): WebhookSettings {
  const after = { ...before, ...change }
  if (secret === undefined) return after
  if (secret === null) return { ...after, signingSecret: null, previousSecret: null }
  return { ...after, ...rotated(before, secret, sealing) }
}

function rotated(
  { signingSecret: current, lastSecretVersion }: WebhookSettings,
  { value, graceSeconds }: { value: string; graceSeconds: number },
  { webhookId, secrets, now }: SealContext,
): Pick<WebhookSettings, 'signingSecret' | 'previousSecret' | 'lastSecretVersion'> {
  const version = lastSecretVersion + 1
  return {
    signingSecret: secrets.seal(webhookId, value, version),
    previousSecret: current && graceSeconds > 0 ? { ...current, until: now + graceSeconds * 1000 } : null,
    lastSecretVersion: version,
  }
}
