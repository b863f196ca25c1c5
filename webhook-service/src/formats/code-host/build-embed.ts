import type { Embed, EmbedField } from '../embed.ts'
import { messageLimits } from '../embed.ts'
import type { Payload } from '../payload.ts'
import { digitsAt, firstTextAt, objectAt, requireText, textAt, valueAt } from '../payload.ts'
import { parseIsoTime } from '../text/iso-time.ts'
import { toMarkdownLine, toMarkdownText, toPlainLine } from '../text/markdown.ts'
import { truncateMarkdown } from '../text/truncate.ts'
import { hasVisibleText, trimInvisibleStart } from '../text/visible-text.ts'
import { embedUrl } from '../text/web-url.ts'

/** What each colour says (webhooks.md B3). */
export const colors = {
  open: 0x2da44e,
  merged: 0x8250df,
  closed: 0xcf222e,
  info: 0x0969da,
  warning: 0xbf8700,
  neutral: 0x6e7781,
  security: 0xbc4c00,
} as const

type EmbedParts = {
  /** What change, in markdown: what is foreign in it is escaped by the caller. */
  title: string
  color: number
  /** What stands in brackets in front of the title, in markdown: the repository or organization unless said otherwise. */
  place?: string
  url?: unknown
  description?: string | undefined
  time?: string | undefined
  fields?: EmbedField[]
  isAnonymous?: boolean
}

/** An embed in the house look: the sender as author, and only the parts that have a value. */
export function buildEmbed(payload: Payload, look: EmbedParts): Embed {
  const { title, color, place = locationOf(payload), description, time, fields = [] } = look
  const url = embedUrl(look.url)
  const author = look.isAnonymous ? undefined : authorOf(payload)
  // Numbers, which some senders write, are left out: whether they count seconds is anybody's guess.
  const timestamp = time && parseIsoTime(time)
  return {
    title: truncateMarkdown(`${place ? `[${place}] ` : ''}${title}`, messageLimits.title).trim(),
    ...(url && { url }),
    ...(description && { description: truncateMarkdown(description, messageLimits.description) }),
    color,
    ...(timestamp && { timestamp }),
    ...(author && { author }),
    ...(fields.length > 0 && { fields }),
  }
}

/** `#n title` of an issue or pull request, as far as it is there. */
export function numberAndTitle(payload: Payload, path: string, title: string): string {
  return `${numberOf(payload, path)} ${toMarkdownLine(title, messageLimits.title)}`.trimStart()
}

/** ` #n: title` of what somebody wrote about, as far as it is there. */
export function subject(payload: Payload, path: string): string {
  const number = numberOf(payload, path)
  const title = textAt(payload, `${path}.title`)
  return `${number && ` ${number}`}${title ? `: ${toMarkdownLine(title, messageLimits.title)}` : ''}`
}

/** What people wrote, without the hidden comments of templates, cut to an excerpt (contract.md 8 row 6). */
export function excerpt(payload: Payload, path: string): string | undefined {
  const body = textAt(payload, path)
  const written = body?.slice(0, 16_384).replace(/<!--.*?(?:-->|$)/gs, '')
  return written && hasVisibleText(written) ? toMarkdownText(written, messageLimits.excerpt) : undefined
}

/** A name somebody gave, short enough to stand in a title. */
export function nameAt(payload: Payload, path: string): string | undefined {
  const name = textAt(payload, path)
  return name === undefined ? undefined : toMarkdownLine(name, 140) || undefined
}

/** The login of a person, in markdown. Schemas allow null in place of one whose account was deleted. */
export function loginAt(payload: Payload, path: string): string {
  if (valueAt(payload, path) === null) return 'Deleted user'
  return toMarkdownLine(requireText(payload, `${path}.login`), 140)
}

/** A code such as `timed_out` in words. */
export function humanize(code: string): string {
  return toMarkdownLine(code.slice(0, 64).replaceAll('_', ' '), 50)
}

export function shortHash(hash: string): string {
  return toMarkdownLine(trimInvisibleStart(hash).slice(0, 7), 7)
}

function numberOf(payload: Payload, path: string): string {
  const number = digitsAt(payload, `${path}.number`)
  return number ? `#${number}` : ''
}

function locationOf(payload: Payload): string {
  const name = firstTextAt(payload, 'repository.full_name', 'repository.name', 'organization.login')
  return name ? toMarkdownLine(name, 140) : ''
}

function authorOf(payload: Payload): Embed['author'] | undefined {
  const account = [objectAt(payload, 'sender'), objectAt(payload, 'repository.owner')].find(
    (candidate) => candidate && textAt(candidate, 'login'),
  )
  const name = account && toPlainLine(textAt(account, 'login') ?? '', messageLimits.author)
  if (!name) return undefined
  const url = embedUrl(account.html_url)
  const icon = embedUrl(account.avatar_url)
  return { name, ...(url && { url }), ...(icon && { icon_url: icon }) }
}
