import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { urlBytes } from '@gatehouse/service-kit/messages/url-bytes'
import { codePointLength, truncateMarkdown } from './text/truncate.ts'

/** Title, description and fields are markdown with escaped text; names of authors and footers are plain text. */
export type Embed = {
  title?: string
  url?: string
  description?: string
  color?: number
  /** RFC 3339 with milliseconds. */
  timestamp?: string
  author?: { name: string; url?: string; icon_url?: string }
  fields?: EmbedField[]
  image?: { url: string }
  thumbnail?: { url: string }
  footer?: { text: string; icon_url?: string }
}

export type EmbedField = { name: string; value: string; inline: boolean }

/** Consumers reject an empty name or value. */
export const emptyFieldText = '\u200b'

/**
 * The fields of the items that have text. Only those that are shown are rendered; the last field counts the others. A budget has replaced
 * the items at the end by undefined: they count if the shown ones are as many as possible.
 */
export function limitedFields<T, Shown extends T>(
  items: readonly T[],
  hasText: (item: T) => item is Shown,
  render: (item: Shown) => EmbedField[],
): EmbedField[] {
  const cut = items.findIndex((item) => item === undefined)
  const known = cut === -1 ? items : items.slice(0, cut)
  const shown: EmbedField[] = []
  let hidden = 0
  for (const item of known) {
    if (!hasText(item)) continue
    if (shown.length < messageLimits.fields) shown.push(...render(item))
    else hidden += 1
  }
  if (shown.length >= messageLimits.fields) hidden += items.length - known.length
  if (hidden === 0) return shown
  const kept = messageLimits.fields - 1
  const value = `+${hidden + shown.length - kept} more fields`
  return [...shown.slice(0, kept), { name: emptyFieldText, value, inline: false }]
}

/**
 * Shortens the embeds to 6,000 code points in all: first descriptions, then fields, then footers, in each
 * case from the last embed to the first. Embeds that become empty are removed, and the last ones while there are too many bytes of
 * URLs; of a single embed first the pictures.
 */
export function fitEmbeds(embeds: Embed[], avatarUrl?: string): Embed[] {
  return fitTexts(fitUrls(embeds, avatarUrl))
}

function fitUrls(embeds: Embed[], avatarUrl: string | undefined): Embed[] {
  const isTooMuch = (some: Embed[]) => urlBytes(some, avatarUrl) > messageLimits.urlSum
  if (!isTooMuch(embeds)) return embeds
  const fitted = [...embeds]
  while (fitted.length > 1 && isTooMuch(fitted)) fitted.pop()
  for (const drop of urlDrops) {
    const [only] = fitted
    if (!only || !isTooMuch(fitted)) break
    fitted[0] = drop(only)
  }
  return fitted.filter(isEmbedVisible)
}

/** The least important first. */
const urlDrops: ((embed: Embed) => Embed)[] = [
  ({ footer, ...embed }) => (footer ? { ...embed, footer: { text: footer.text } } : embed),
  ({ author: { icon_url: _, ...author } = { name: '' }, ...embed }) =>
    author.name ? { ...embed, author } : embed,
  ({ thumbnail: _, ...embed }) => embed,
  ({ image: _, ...embed }) => embed,
]

function fitTexts(embeds: Embed[]): Embed[] {
  let over = embeds.reduce((sum, embed) => sum + embedLength(embed), 0) - messageLimits.embedSum
  if (over <= 0) return embeds
  const fitted = [...embeds]
  for (const shorten of [shortenDescription, dropFields, dropFooter])
    for (let index = fitted.length - 1; index >= 0 && over > 0; index -= 1) {
      const embed = fitted[index] as Embed
      const shorter = shorten(embed, over)
      over -= embedLength(embed) - embedLength(shorter)
      fitted[index] = shorter
    }
  return fitted.filter(isEmbedVisible)
}

/** A color, a time or a URL alone is not visible. */
export function isEmbedVisible({ color, timestamp, url, ...shown }: Embed): boolean {
  return Object.values(shown).some((part) => part !== undefined)
}

export function embedLength(embed: Embed): number {
  const texts = [
    embed.title,
    embed.description,
    embed.author?.name,
    embed.footer?.text,
    ...(embed.fields ?? []).flatMap(fieldTexts),
  ]
  return texts.reduce((sum: number, text) => sum + codePointLength(text ?? ''), 0)
}

const fieldTexts = (field: EmbedField) => [field.name, field.value]

function shortenDescription({ description, ...embed }: Embed, over: number): Embed {
  const shorter = truncateMarkdown(description ?? '', Math.max(0, codePointLength(description ?? '') - over))
  return shorter ? { ...embed, description: shorter } : embed
}

function dropFields({ fields = [], ...embed }: Embed, over: number): Embed {
  const kept = [...fields]
  let left = over
  while (left > 0 && kept.length > 0) left -= codePointLength(fieldTexts(kept.pop() as EmbedField).join(''))
  return kept.length > 0 ? { ...embed, fields: kept } : embed
}

function dropFooter({ footer, ...embed }: Embed): Embed {
  return embed
}
