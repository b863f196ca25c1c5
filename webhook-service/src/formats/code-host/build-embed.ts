import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed, EmbedField } from '../embed.ts'
import { renderBody } from '../markdown/render-body.ts'
import { digitsAt, firstTextAt, objectAt, type Payload, requireText, textAt, valueAt } from '../payload.ts'
import { parseIsoTime } from '../text/iso-time.ts'
import { toMarkdownLine, toPlainLine } from '../text/markdown.ts'
import { truncateMarkdown } from '../text/truncate.ts'
import { trimInvisibleStart } from '../text/visible-text.ts'
import { embedUrl } from '../text/web-url.ts'

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
  /** Markdown; the caller escapes text of the payload. */
  title: string
  color: number
  /** Markdown in brackets before the title; the repository or organization by default. */
  prefix?: string
  url?: unknown
  description?: string | undefined
  time?: string | undefined
  fields?: EmbedField[]
  isAnonymous?: boolean
}

export function buildEmbed(payload: Payload, parts: EmbedParts): Embed {
  const { title, color, prefix = ownerName(payload), description, time, fields = [] } = parts
  const url = embedUrl(parts.url)
  const author = parts.isAnonymous ? undefined : authorOf(payload)
  // Some senders write numbers; their unit is unknown, so they are ignored.
  const timestamp = time && parseIsoTime(time)
  return {
    title: truncateMarkdown(`${prefix ? `[${prefix}] ` : ''}${title}`, messageLimits.title).trim(),
    ...(url && { url }),
    ...(description && { description: truncateMarkdown(description, messageLimits.description) }),
    color,
    ...(timestamp && { timestamp }),
    ...(author && { author }),
    ...(fields.length > 0 && { fields }),
  }
}

export function numberAndTitle(payload: Payload, path: string, title: string): string {
  return `${numberOf(payload, path)} ${writtenLine(title, messageLimits.title)}`.trimStart()
}

/** ` #n: title` of the subject of a comment or review; both are optional. */
export function subject(payload: Payload, path: string): string {
  const number = numberOf(payload, path)
  const title = textAt(payload, `${path}.title`)
  return `${number && ` ${number}`}${title ? `: ${writtenLine(title, messageLimits.title)}` : ''}`
}

/** A body that a person wrote; `files` is the folder that its plain paths name. */
export function excerpt(payload: Payload, path: string, files?: string): string | undefined {
  const body = textAt(payload, path)
  const place = { page: pageOf(payload, path), files }
  return (body && renderBody(body, messageLimits.excerpt, { emoji: 'github', place })) || undefined
}

/** The page of the object that has the text; else that of the repository. */
function pageOf(payload: Payload, path: string): string | undefined {
  const repository = textAt(payload, 'repository.html_url')
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  return textAt(payload, `${parent}.html_url`) ?? (repository && `${repository}/`)
}

/** What a person wrote, where the code host shows names of emoji as emoji. */
export function writtenLine(text: string, limit: number): string {
  return toMarkdownLine(text, limit, { emoji: 'github' })
}

export function nameAt(payload: Payload, path: string): string | undefined {
  const name = textAt(payload, path)
  return name === undefined ? undefined : toMarkdownLine(name, 140) || undefined
}

/** The schemas of code hosts allow null for a deleted account. */
export function loginAt(payload: Payload, path: string): string {
  if (valueAt(payload, path) === null) return 'Deleted user'
  return toMarkdownLine(requireText(payload, `${path}.login`), 140)
}

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

function ownerName(payload: Payload): string {
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
