import { cutMarkdown } from '../messages/cut-text.ts'
import type { Embed, EmbedField } from '../messages/embed.ts'
import { limits } from '../messages/embed.ts'
import { foreignLine, foreignText, plainLine } from '../messages/markdown.ts'
import { webUrl } from '../messages/web-url.ts'
import type { Payload } from './payload.ts'
import { digitsAt, recordAt, textAt } from './payload.ts'

/** What each colour says (webhooks.md B3). */
export const colours = {
  open: 0x2da44e,
  merged: 0x8250df,
  closed: 0xcf222e,
  info: 0x0969da,
  neutral: 0x6e7781,
} as const

type Card = {
  /** Markdown: what is foreign in it is escaped by the caller. */
  title: string
  color: number
  url?: unknown
  description?: string | undefined
  time?: string | undefined
  fields?: EmbedField[]
}

/** An embed in the house look: the sender as author, and only the parts that have a value. */
export function card(payload: Payload, { title, color, url, description, time, fields = [] }: Card): Embed {
  const target = webUrl(url)
  const author = authorOf(payload)
  const timestamp = timestampOf(time)
  return {
    title: cutMarkdown(title, limits.title),
    ...(target && { url: target }),
    ...(description && { description: cutMarkdown(description, limits.description) }),
    color,
    ...(timestamp && { timestamp }),
    ...(author && { author }),
    ...(fields.length > 0 && { fields }),
  }
}

/** `[owner/repo] `, or nothing when the payload names no repository. */
export function repositoryPrefix(payload: Payload): string {
  const name = textAt(payload, 'repository.full_name') ?? textAt(payload, 'repository.name')
  return name ? `[${foreignLine(name, 140)}] ` : ''
}

/** `#n title` of an issue or pull request, as far as it is there. */
export function numberAndTitle(payload: Payload, path: string, title: string): string {
  const number = digitsAt(payload, `${path}.number`)
  return `${number ? `#${number} ` : ''}${foreignLine(title, limits.title)}`
}

/** What people wrote, without the hidden comments of templates, cut to an excerpt (contract.md 8 row 6). */
export function excerpt(payload: Payload, path: string): string | undefined {
  const body = textAt(payload, path)
  return body && foreignText(body.slice(0, 16_384).replace(/<!--.*?(?:-->|$)/gs, ''), limits.excerpt)
}

function authorOf(payload: Payload): Embed['author'] | undefined {
  const account = [recordAt(payload, 'sender'), recordAt(payload, 'repository.owner')].find(
    (candidate) => candidate && textAt(candidate, 'login'),
  )
  if (!account) return undefined
  const url = webUrl(account.html_url)
  const icon = webUrl(account.avatar_url)
  const name = plainLine(textAt(account, 'login') ?? '', limits.author)
  return { name, ...(url && { url }), ...(icon && { icon_url: icon }) }
}

function timestampOf(time: string | undefined): string | undefined {
  const at = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
