import { type Embed, type EmbedField, messageLimits } from '../embed.ts'
import { type Payload, requireText, textAt, UnrenderableError } from '../payload.ts'
import { isFreeOfAddresses, redact } from '../redaction/redact.ts'
import { redactedUrl } from '../redaction/redacted-url.ts'
import { parseIsoTime, toIsoTime } from '../text/iso-time.ts'
import { toMarkdownLine, toMarkdownText, toPlainLine } from '../text/markdown.ts'
import { truncateMarkdown } from '../text/truncate.ts'
import { visibleOrEmpty } from '../text/visible-text.ts'

/** What each level looks like (webhooks.md C1); `debug`, `sample` and unknown ones are neutral. */
const levels: Record<string, number> = { fatal: 0x8b0000, error: 0xcf222e, warning: 0xbf8700, info: 0x0969da }
const neutral = 0x6e7781

export const alertColors = { critical: 0xcf222e, warning: 0xbf8700, resolved: 0x2da44e } as const

type EmbedParts = {
  /** Markdown: what is foreign in it went through `line`. */
  title: string
  color: number
  url?: unknown
  description?: string | undefined
  time?: string | undefined
  fields?: (EmbedField | undefined)[]
  author?: Embed['author'] | undefined
}

/** An embed with only the parts that have a value. */
export function buildEmbed({ title, color, url, description, time, fields = [], author }: EmbedParts): Embed {
  const target = redactedUrl(url)
  const timestamp = timestampOf(time)
  const there = fields.filter((each) => each !== undefined)
  return {
    title: truncateMarkdown(title, messageLimits.title).trim(),
    ...(target && { url: target }),
    ...(description && { description: truncateMarkdown(description, messageLimits.description) }),
    color,
    ...(timestamp && { timestamp }),
    ...(author && { author }),
    ...(there.length > 0 && { fields: there }),
  }
}

/** One line of foreign text that shows nobody's address; empty when nothing of it can be seen. */
export function line(text: string, limit: number): string {
  return visibleOrEmpty(toMarkdownLine(redact(text), limit))
}

/** The line without which there is no message; of invisible characters alone it is as good as missing. */
export function requireLine(payload: Payload, path: string): string {
  const shown = line(requireText(payload, path), messageLimits.title)
  if (!shown) throw new UnrenderableError(path)
  return shown
}

/** The same for several lines. */
export function paragraph(text: string, limit: number): string {
  return visibleOrEmpty(toMarkdownText(redact(text), limit))
}

export function levelColor(level: string | undefined): number {
  const name = level?.toLowerCase() ?? ''
  return Object.hasOwn(levels, name) ? (levels[name] ?? neutral) : neutral
}

/** `[project] `, or nothing. */
export function projectPrefix(name: string | undefined): string {
  const place = name && line(name, 100)
  return place ? `[${place}] ` : ''
}

/** A field, unless there is nothing to show. */
export function field(name: string, text: string | undefined): EmbedField | undefined {
  const value = text && line(text, 200)
  return value ? { name, value, inline: true } : undefined
}

/** Whoever did it. People without a name go by their e-mail address there, and so stay unnamed. */
export function actorOf(payload: Payload): Embed['author'] | undefined {
  const name = personNameAt(payload, 'actor.name')
  const shown = name && toPlainLine(name, messageLimits.author)
  return shown ? { name: shown } : undefined
}

/** The name of somebody; none when it is an address. */
export function personNameAt(payload: Payload, path: string): string | undefined {
  const name = textAt(payload, path)
  return name !== undefined && isFreeOfAddresses(name) ? name : undefined
}

/** RFC 3339, or seconds since 1970. */
function timestampOf(time: string | undefined): string | undefined {
  if (time === undefined) return undefined
  return /^\d{1,12}(?:\.\d+)?$/.test(time) ? toIsoTime(Number(time) * 1000) : parseIsoTime(time)
}
