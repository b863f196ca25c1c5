import type {
  ExecuteHead,
  ExecuteRequest,
  ExecuteResponse,
  ExecuteWholeRequest,
  ExecuteWholeResponse,
  TokenReference,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { type LimitState, toRateLimitState } from '@gatehouse/service-kit/errors/limit-state'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { releaseBytes } from '@gatehouse/service-kit/limits/body-chunks'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { assertAllowedFormat } from '../webhooks/allowed-format.ts'
import { channelOfWebhook } from '../webhooks/find-webhook.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { deduplicationOf } from './deduplication.ts'
import { takeArrivalLimits, takeRenderedLimits, withRateLimit } from './execution-limits.ts'
import { type Execution, finishExecution } from './finish-execution.ts'
import { formatRules, renderJob } from './formats.ts'
import { type ReadBodyOptions, readBody, readHead, readWhole, type TypedBody } from './read-body.ts'
import { recordRejection } from './record-rejection.ts'
import { recordedRequest } from './recorded-request.ts'
import { countRejection, resetRejections } from './rejections.ts'
import { assertSignatureHeaders, type ExecutionRequest, verifyAndIdentify } from './verify-and-identify.ts'

/** The webhook and its channel are read again if the last read is older, because they can change while the body arrives. */
const maxWebhookAgeMs = 500

type ReadWebhook = () => Promise<Webhook>

export type ExecuteContext = Pick<
  WebhookContext,
  | 'tokenGuard'
  | 'directory'
  | 'limiter'
  | 'arrivalLimiter'
  | 'byteBudget'
  | 'renderer'
  | 'messages'
  | 'unpostedExecutions'
  | 'messageRelay'
  | 'trims'
  | 'newId'
  | 'clock'
  | 'settings'
  | 'signingSecrets'
>

/**
 * Executes a webhook: token → limits → format → signature headers → body → token → signature → parse → render → filter → token →
 * limits of what it posts → deduplication and one insert → response. An acknowledged message is stored; the relay publishes it afterwards.
 */
export async function execute(
  ctx: ExecuteContext,
  requests: AsyncIterable<ExecuteRequest>,
  call: Call,
): Promise<ExecuteResponse> {
  const { head, data } = await readHead(requests)
  return executeBody(ctx, head, (options) => readBody(data, options), call)
}

export async function executeWhole(
  ctx: ExecuteContext,
  { head, body }: ExecuteWholeRequest,
  call: Call,
): Promise<ExecuteWholeResponse> {
  if (!head) throw invalidFields({ head: 'REQUIRED' })
  return executeBody(ctx, head, (options) => readWhole(body, options), call)
}

type ReadBody = (options: ReadBodyOptions) => Promise<TypedBody>

async function executeBody(
  ctx: ExecuteContext,
  head: ExecuteHead,
  read: ReadBody,
  call: Call,
): Promise<ExecuteResponse> {
  const format = formatRules(head.format)
  const known: { webhook?: Webhook; arrival?: LimitState } = {}
  const readWebhook = webhookReader(ctx, head.webhook, call, (webhook) => {
    known.webhook = webhook
  })
  try {
    const webhookBeforeBody = await readWebhook()
    const arrival = await takeArrivalLimits(ctx, format, webhookBeforeBody)
    known.arrival = arrival
    using reservation = ctx.byteBudget.openReservation(webhookBeforeBody.id)
    assertAllowedFormat(webhookBeforeBody, format.name)
    const request = { head, format, log: call.log }
    const upload = { read, webhookBeforeBody, readWebhook, reserve: reservation.reserve, signal: call.signal }
    const execution = await prepareExecution(ctx, request, upload)
    const isPosted = execution.rendering.kind === 'rendered'
    const rateLimit = await takeRenderedLimits(ctx, format, execution.webhook, { isPosted, arrival })
    const { outcome } = await finishExecution(ctx, execution)
    if (!head.dryRun) await resetRejections(ctx, webhookBeforeBody, call.log)
    return { outcome, rateLimit: toRateLimitState(rateLimit) }
  } catch (error) {
    const { webhook, arrival } = known
    if (webhook && !head.dryRun) {
      await countRejection(ctx, webhook, error, call.log)
      await recordRejection(ctx, { webhook, head, format, error }, call.log)
    }
    throw arrival ? withRateLimit(error, arrival) : error
  }
}

function webhookReader(
  ctx: Pick<ExecuteContext, 'tokenGuard' | 'directory' | 'clock'>,
  reference: TokenReference | undefined,
  call: CallContext,
  onAuthenticated: (webhook: Webhook) => void,
): ReadWebhook {
  let last: { webhook: Webhook; at: number } | null = null
  return async () => {
    if (last && Math.abs(ctx.clock.now() - last.at) <= maxWebhookAgeMs) return last.webhook
    const webhook = await ctx.tokenGuard.authenticate(reference, 'head.webhook')
    onAuthenticated(webhook)
    const channel = await channelOfWebhook(ctx, webhook, call)
    if (channel.archived) throw new ServiceError('CHANNEL_ARCHIVED')
    last = { webhook, at: ctx.clock.now() }
    return webhook
  }
}

type Upload = {
  read: ReadBody
  webhookBeforeBody: Webhook
  readWebhook: ReadWebhook
  reserve: (bytes: number) => void
  signal: AbortSignal
}

async function prepareExecution(
  ctx: ExecuteContext,
  request: ExecutionRequest,
  { read, webhookBeforeBody, reserve, ...rest }: Upload,
): Promise<Execution> {
  const { head, format } = request
  assertSignatureHeaders(ctx, request, webhookBeforeBody)
  const body = await read({ head, format, reserve })
  try {
    return await executionOf(ctx, request, { body, ...rest })
  } finally {
    releaseBytes(body.chunks)
  }
}

async function executionOf(
  ctx: ExecuteContext,
  request: ExecutionRequest,
  { body, readWebhook, signal }: Pick<Upload, 'readWebhook' | 'signal'> & { body: TypedBody },
): Promise<Execution> {
  const { head, format } = request
  // The webhook may have been deleted, or its settings changed, since the request began.
  const webhookAfterBody = await readWebhook()
  assertAllowedFormat(webhookAfterBody, format.name)
  const { settings } = webhookAfterBody
  const { senderDeliveryId, digest } = await verifyAndIdentify(ctx, request, {
    webhook: webhookAfterBody,
    body,
  })
  // Copied first: rendering a large body empties its chunks.
  const requestToRecord = head.dryRun
    ? null
    : { request: recordedRequest({ ...head, contentType: body.contentType }, format, body), replayOf: null }
  const rendering = await ctx.renderer.render(
    {
      ...renderJob(format, { contentType: body.contentType, headers: head.headers }),
      filter: settings.eventFilter,
    },
    body,
    { webhookId: webhookAfterBody.id, signal },
  )
  const deduplication = settings.deduplicate
    ? deduplicationOf(format, { senderDeliveryId, digest, event: rendering.event, now: ctx.clock.now() })
    : null

  // Read again if older than `maxWebhookAgeMs`: the webhook may have been deleted or moved while the body waited for the render
  // thread. The signature and the filter were checked with the settings of the previous read.
  const webhookBeforeInsert = await readWebhook()
  return {
    webhook: webhookBeforeInsert,
    format: format.name,
    rendering,
    senderDeliveryId,
    deduplication,
    isMessageWanted: head.wait || head.dryRun,
    requestToRecord,
  }
}
