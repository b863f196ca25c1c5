import type { Embed, EmbedField } from '../embed.ts'
import { limits } from '../embed.ts'
import type { Payload } from '../payload.ts'
import { digitsAt, firstTextAt, neededText, recordAt, textAt, valueAt } from '../payload.ts'
import { isoTimeOf } from '../text/iso-time.ts'
import { foreignLine, foreignText, plainLine } from '../text/markdown.ts'
import { cutMarkdown } from '../text/truncate.ts'
import { fromVisible, isVisible } from '../text/visible-text.ts'
import { embedUrl } from '../text/web-url.ts'

/** What each colour says (webhooks.md B3). */
export const colours = {
  open: 0x2da44e,
  merged: 0x8250df,
  closed: 0xcf222e,
  info: 0x0969da,
  warning: 0xbf8700,
  neutral: 0x6e7781,
  security: 0xbc4c00,
} as const

type Card = {
  /** What happened, in markdown: what is foreign in it is escaped by the caller. */
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
export function card(payload: Payload, look: Card): Embed {
  const { title, color, place = locationOf(payload), description, time, fields = [] } = look
  const url = embedUrl(look.url)
  const author = look.isAnonymous ? undefined : authorOf(payload)
  // Numbers, which some senders write, are left out: whether they count seconds is anybody's guess.
  const timestamp = time && isoTimeOf(time)
  return {
    title: cutMarkdown(`${place ? `[${place}] ` : ''}${title}`, limits.title).trim(),
    ...(url && { url }),
    ...(description && { description: cutMarkdown(description, limits.description) }),
    color,
    ...(timestamp && { timestamp }),
    ...(author && { author }),
    ...(fields.length > 0 && { fields }),
  }
}

/** `#n title` of an issue or pull request, as far as it is there. */
export function numberAndTitle(payload: Payload, path: string, title: string): string {
  return `${numberOf(payload, path)} ${foreignLine(title, limits.title)}`.trimStart()
}

/** ` #n: title` of what somebody wrote about, as far as it is there. */
export function subject(payload: Payload, path: string): string {
  const number = numberOf(payload, path)
  const title = textAt(payload, `${path}.title`)
  return `${number && ` ${number}`}${title ? `: ${foreignLine(title, limits.title)}` : ''}`
}

/** What people wrote, without the hidden comments of templates, cut to an excerpt (contract.md 8 row 6). */
export function excerpt(payload: Payload, path: string): string | undefined {
  const body = textAt(payload, path)
  const written = body?.slice(0, 16_384).replace(/<!--.*?(?:-->|$)/gs, '')
  return written && isVisible(written) ? foreignText(written, limits.excerpt) : undefined
}

/** A name somebody gave, short enough to stand in a title. */
export function nameAt(payload: Payload, path: string): string | undefined {
  const name = textAt(payload, path)
  return name === undefined ? undefined : foreignLine(name, 140) || undefined
}

/** The login of a person, in markdown. Schemas allow null in place of one whose account was deleted. */
export function loginAt(payload: Payload, path: string): string {
  if (valueAt(payload, path) === null) return 'Deleted user'
  return foreignLine(neededText(payload, `${path}.login`), 140)
}

/** A code such as `timed_out` in words. */
export function inWords(code: string): string {
  return foreignLine(code.slice(0, 64).replaceAll('_', ' '), 50)
}

export function shortHash(hash: string): string {
  return foreignLine(fromVisible(hash).slice(0, 7), 7)
}

function numberOf(payload: Payload, path: string): string {
  const number = digitsAt(payload, `${path}.number`)
  return number ? `#${number}` : ''
}

function locationOf(payload: Payload): string {
  const name = firstTextAt(payload, 'repository.full_name', 'repository.name', 'organization.login')
  return name ? foreignLine(name, 140) : ''
}

function authorOf(payload: Payload): Embed['author'] | undefined {
  const account = [recordAt(payload, 'sender'), recordAt(payload, 'repository.owner')].find(
    (candidate) => candidate && textAt(candidate, 'login'),
  )
  const name = account && plainLine(textAt(account, 'login') ?? '', limits.author)
  if (!name) return undefined
  const url = embedUrl(account.html_url)
  const icon = embedUrl(account.avatar_url)
  return { name, ...(url && { url }), ...(icon && { icon_url: icon }) }
}
