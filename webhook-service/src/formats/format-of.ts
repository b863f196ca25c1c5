import type { FormatName } from '@gatehouse/proto/executions/formats'
import { isAlertGroup } from './chat-compat/alerts/render-alerts.ts'
import { isPayload, listAt, type Payload, textAt } from './payload.ts'

const partsOfAttachments = ['fallback', 'text', 'pretext', 'title', 'fields', 'blocks', 'color', 'image_url']

/** What the URL of each format ends in, behind the token. */
const endings: Record<FormatName, string> = {
  'code-host': '/code-host',
  'error-tracker': '/error-tracker',
  'chat-compat': '/chat-compat',
  native: '',
}

/** The format that a body was written for; null if it can be of several, or of none. */
function formatOf(payload: Payload): FormatName | null {
  if (isAlertGroup(payload)) return 'chat-compat'
  if (isCodeHost(payload)) return 'code-host'
  if (isErrorTracker(payload)) return 'error-tracker'
  const isNative = textAt(payload, 'content') !== undefined || hasObjects(payload, 'embeds')
  if (isNative === isChatCompat(payload)) return null
  return isNative ? 'native' : 'chat-compat'
}

/**
 * What to do with a body that shows nothing in the format of its URL, if it was written for another. `sentAs` is the format whose event
 * header came with it.
 */
export function otherFormatHint(
  payload: Payload,
  { format, sentAs }: { format: FormatName; sentAs: FormatName | null },
): string | undefined {
  const other = sentAs ?? formatOf(payload)
  if (other === null || other === format) return undefined
  const ending = endings[other]
  const url = ending
    ? `the URL of this webhook that ends in ${ending}`
    : 'the URL of this webhook that ends in its token'
  return `This body is one for ${url}: post it there.`
}

function isCodeHost({ repository, sender, commits, zen, hook_id }: Payload): boolean {
  const isPing = typeof zen === 'string' && hook_id !== undefined
  return isPing || (isPayload(repository) && (isPayload(sender) || Array.isArray(commits)))
}

function isErrorTracker({ action, data, actor, installation, event, project, url }: Payload): boolean {
  if (isPayload(data)) return typeof action === 'string' && (isPayload(actor) || isPayload(installation))
  return isPayload(event) && typeof project === 'string' && typeof url === 'string'
}

function isChatCompat(payload: Payload): boolean {
  const attachments = listAt(payload, 'attachments') ?? []
  const isAttachment = (each: unknown) =>
    isPayload(each) && partsOfAttachments.some((name) => each[name] !== undefined)
  return (
    textAt(payload, 'text') !== undefined || hasObjects(payload, 'blocks') || attachments.some(isAttachment)
  )
}

function hasObjects(payload: Payload, name: string): boolean {
  return (listAt(payload, name) ?? []).some(isPayload)
}
