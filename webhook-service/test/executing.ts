import { resultText } from '@gatehouse/proto/executions/results'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import type {
  EventFilter,
  ExecuteHead,
  ExecuteRequest,
  ExecuteWholeRequest,
  ExecutionOutcome,
  WebhookSettings,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { messageJson } from '@gatehouse/service-kit/messages/message-json'
import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import type { Payload } from '@gatehouse/webhook-service/formats/payload'
import type { Redis } from 'ioredis'
import { makeGuild } from '../../guild-directory/test/fixtures.ts'
import { examplePayload } from './fixtures/code-host/example-payloads.ts'
import { asManager, client, type StartedService } from './started-service.ts'

export type Target = { id: string; token: string; channelId: string; guildId: string; owner: string }

/** A webhook in a guild of its own. */
export async function makeWebhook({
  webhooks,
  guilds,
}: Pick<StartedService, 'webhooks' | 'guilds'>): Promise<Target> {
  const guild = await makeGuild({ guilds })
  const made = await webhooks.create({ ...asManager(guild.owner), channelId: guild.channelId, name: 'Hook' })
  const { id = '', token = '', channelId = '', guildId = '' } = made.webhook ?? {}
  return { id, token, channelId, guildId, owner: guild.owner }
}

/** Null clears a setting. */
export type SettingsChange = {
  signingSecret?: string | null
  signingSecretGraceSeconds?: number
  signatureToleranceSeconds?: number | null
  eventFilter?: EventFilter | null
  deduplicate?: boolean
  allowedFormats?: Format[]
  expiresAt?: Date | null
  disabled?: null
}

/** Changes settings as the owner of the guild. */
export async function set(
  { webhooks }: Pick<StartedService, 'webhooks'>,
  { id, owner }: Pick<Target, 'id' | 'owner'>,
  { signingSecretGraceSeconds: grace, signatureToleranceSeconds: tolerance, ...change }: SettingsChange,
): Promise<WebhookSettings> {
  const { settings } = await webhooks.updateSettings({
    ...asManager(owner),
    id,
    update: {
      signingSecret: change.signingSecret ?? undefined,
      signatureTolerance: typeof tolerance === 'number' ? toDuration(tolerance * 1000) : undefined,
      eventFilter: change.eventFilter ?? undefined,
      deduplicate: change.deduplicate,
      allowedFormats: change.allowedFormats ?? [],
      expiresAt: change.expiresAt ?? undefined,
    },
    updateMask: maskOf({ ...change, signatureTolerance: tolerance }),
    signingSecretGrace: grace === undefined ? undefined : toDuration(grace * 1000),
  })
  if (!settings) throw new Error('no settings in the answer')
  return settings
}

/** A change of a webhook. Null clears the avatar. */
export function changing({ avatar, ...update }: { name?: string; channelId?: string; avatar?: null }) {
  return { update, updateMask: maskOf({ ...update, avatar }) }
}

export type Post = Partial<Omit<ExecuteHead, 'webhook'>> & {
  webhook: Pick<Target, 'id' | 'token'>
  /** An object is sent as JSON. */
  body: unknown
  address?: string
  chunkBytes?: number
  /** In one message. */
  isWhole?: boolean
}

/** Posts as the gateway does: a head, then the raw bytes, or both in one message. */
export async function post({ webhooks }: Pick<StartedService, 'webhooks'>, options: Post) {
  const { outcome, rateLimit } = options.isWhole
    ? await webhooks.executeWhole(wholeOf(options))
    : await webhooks.execute(requestsOf(options))
  return { ...posted(outcome), rateLimit }
}

/** An outcome as a sender reads it. */
export function posted(outcome: ExecutionOutcome | undefined) {
  if (!outcome) throw new Error('no outcome in the answer')
  const { message, detail } = outcome
  return { result: resultText(outcome), detail, message: message && messageJson(message) }
}

export function codeHost(event: string, deliveryId = '') {
  const headers: Record<string, string> = {}
  if (event) headers['x-github-event'] = event
  if (deliveryId) headers['x-github-delivery'] = deliveryId
  return { format: Format.CODE_HOST, headers }
}

/** A real push with a commit. */
export function recordedPush(): Payload {
  return examplePayload('push', ({ commits }) => Array.isArray(commits) && commits.length > 0)
}

/** The stored documents of the executions of a webhook, without the records of rejected ones. */
export async function storedOf(
  { connection }: Pick<StartedService, 'connection'>,
  { id }: Pick<Target, 'id'>,
) {
  const find = (name: string) =>
    connection
      .collection(name)
      .find({ webhookId: toSortable(id) })
      .toArray()
  const [messages, records] = await Promise.all([find('messages'), find('deliveries')])
  const deliveries = records.filter(({ delivery }) => !String(delivery?.result).startsWith('rejected:'))
  return { messages, deliveries }
}

/** One execution as the gateway sends it. */
export function* requestsOf({
  webhook,
  body,
  address = '192.0.2.1',
  chunkBytes = 65_536,
  isWhole: _,
  ...head
}: Post): Generator<ExecuteRequest> {
  const { id, token } = webhook
  yield {
    part: {
      $case: 'head',
      value: {
        format: Format.CHAT_COMPAT,
        contentType: 'application/json',
        contentEncoding: '',
        headers: {},
        wait: false,
        dryRun: false,
        path: '/webhooks/{webhook_id}/{token}',
        ...head,
        webhook: { id, token, client: client(address) },
      },
    },
  }
  const bytes = bytesOf(body)
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    yield { part: { $case: 'data', value: bytes.subarray(offset, offset + chunkBytes) } }
  }
  yield { part: { $case: 'end', value: true } }
}

function wholeOf(options: Post): ExecuteWholeRequest {
  const [first] = requestsOf(options)
  if (first?.part?.$case !== 'head') throw new Error('no head')
  return { head: first.part.value, body: bytesOf(options.body) }
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The entries of the message stream from its beginning, once there are as many as expected. */
export async function readStream(
  redis: Redis,
  prefix: string,
  count: number,
): Promise<Record<string, string>[]> {
  const entries: Record<string, string>[] = []
  let cursor = '0'
  while (entries.length < count) {
    const [read] = (await redis.xread('BLOCK', 5000, 'STREAMS', `${prefix}messages`, cursor)) ?? []
    if (!read) throw new Error(`only ${entries.length} of ${count} messages arrived`)
    for (const [id, fields] of read[1]) {
      cursor = id
      entries.push(Object.fromEntries(pairs(fields)))
    }
  }
  return entries
}

function* pairs(fields: string[]): Generator<[string, string]> {
  for (let index = 0; index < fields.length; index += 2) yield [fields[index] ?? '', fields[index + 1] ?? '']
}
