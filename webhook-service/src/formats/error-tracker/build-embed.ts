import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed, EmbedField } from '../embed.ts'
import { type Payload, requireText, textAt, UnrenderableError } from '../payload.ts'
import { isFreeOfAddresses } from '../redaction/redact.ts'
import { redactedLine } from '../redaction/redacted-markdown.ts'
import { redactedUrl } from '../redaction/redacted-url.ts'
import { parseIsoTime, toIsoTime } from '../text/iso-time.ts'
import { toMarkdownLine, toPlainLine } from '../text/markdown.ts'
import { truncateMarkdown } from '../text/truncate.ts'
import { visibleOrEmpty } from '../text/visible-text.ts'

/** `debug`, `sample` and unknown levels are neutral. */
const levels: Record<string, number> = { fatal: 0x8b0000, error: 0xcf222e, warning: 0xbf8700, info: 0x0969da }
const neutral = 0x6e7781

export const alertColors = { critical: 0xcf222e, warning: 0xbf8700, resolved: 0x2da44e } as const

type EmbedParts = {
  /** Markdown; the caller passes text of the payload through `redactedLine`. */
  title: string
  color: number
  url?: unknown
  description?: string | undefined
  time?: string | undefined
  fields?: (EmbedField | undefined)[]
  author?: Embed['author'] | undefined
}

export function buildEmbed({ title, color, url, description, time, fields = [], author }: EmbedParts): Embed {
  const target = redactedUrl(url)
  const timestamp = timestampOf(time)
  const presentFields = fields.filter((each) => each !== undefined)
  return {
    title: truncateMarkdown(title, messageLimits.title).trim(),
    ...(target && { url: target }),
    ...(description && { description: truncateMarkdown(description, messageLimits.description) }),
    color,
    ...(timestamp && { timestamp }),
    ...(author && { author }),
    ...(presentFields.length > 0 && { fields: presentFields }),
  }
}

export function requireRedactedLine(payload: Payload, path: string): string {
  return requireLine(payload, path, redactedLine)
}

export function requireLiteralLine(payload: Payload, path: string): string {
  return requireLine(payload, path, literalLine)
}

function requireLine(payload: Payload, path: string, toLine: typeof redactedLine): string {
  const line = toLine(requireText(payload, path), messageLimits.title)
  if (!line) throw new UnrenderableError(path)
  return line
}

export function levelColor(level: string | undefined): number {
  const name = level?.toLowerCase() ?? ''
  return Object.hasOwn(levels, name) ? (levels[name] ?? neutral) : neutral
}

export function projectPrefix(name: string | undefined): string {
  const project = name && redactedLine(name, 100)
  return project ? `[${project}] ` : ''
}

export function field(name: string, text: string | undefined): EmbedField | undefined {
  const value = text && redactedLine(text, 200)
  return value ? { name, value, inline: true } : undefined
}

/** For releases, environments and ids, which hold no address of a person: `MyApp@1.2.3.4` is a release. */
export function literalField(name: string, text: string | undefined): EmbedField | undefined {
  const value = text && literalLine(text, 200)
  return value ? { name, value, inline: true } : undefined
}

export function literalLine(text: string, limit: number): string {
  return visibleOrEmpty(toMarkdownLine(text, limit))
}

export function actorAuthor(payload: Payload): Embed['author'] | undefined {
  const name = personNameAt(payload, 'actor.name')
  const shown = name && toPlainLine(name, messageLimits.author)
  return shown ? { name: shown } : undefined
}

/** Error trackers use the e-mail address as name of people without a name; those stay unnamed. */
export function personNameAt(payload: Payload, path: string): string | undefined {
  const name = textAt(payload, path)
  return name !== undefined && isFreeOfAddresses(name) ? name : undefined
}

function timestampOf(time: string | undefined): string | undefined {
  if (time === undefined) return undefined
  return /^\d{1,12}(?:\.\d+)?$/.test(time) ? toIsoTime(Number(time) * 1000) : parseIsoTime(time)
}
