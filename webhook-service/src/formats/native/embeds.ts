import type { NativeEmbed } from '@gatehouse/service-kit/messages/native-message'
import { type Embed, isEmbedVisible } from '../embed.ts'
import { escapeMentions } from '../text/mentions.ts'
import { sanitizeFragment, sanitizeLine, sanitizeText } from '../text/sanitize-text.ts'
import { visibleOrEmpty } from '../text/visible-text.ts'

/** Leaves out embeds that show nothing. Mentions in embeds never take effect. */
export function readEmbeds(embeds: readonly NativeEmbed[]): Embed[] {
  return embeds.map(readEmbed).filter(isEmbedVisible)
}

function readEmbed({
  color,
  timestamp,
  author,
  fields,
  image,
  thumbnail,
  footer,
  ...texts
}: NativeEmbed): Embed {
  const title = visibleOrEmpty(escapeMentions(sanitizeLine(texts.title ?? '')))
  const description = visibleOrEmpty(escapeMentions(sanitizeText(texts.description ?? '')))
  return {
    ...(title && { title }),
    ...(texts.url && { url: texts.url }),
    ...(description && { description }),
    ...(typeof color === 'number' && { color }),
    ...(timestamp && { timestamp: timestamp.toISOString() }),
    ...(author && {
      author: { name: plain(author.name), ...link('url', author.url), ...link('icon_url', author.icon_url) },
    }),
    ...(fields && fields.length > 0 && { fields: fields.map(readField) }),
    ...(image?.url && { image: { url: image.url } }),
    ...(thumbnail?.url && { thumbnail: { url: thumbnail.url } }),
    ...(footer && { footer: { text: plain(footer.text), ...link('icon_url', footer.icon_url) } }),
  }
}

function readField({ name, value, inline }: NonNullable<NativeEmbed['fields']>[number]) {
  // A name of white space or invisible characters is common: consumers reject an empty one.
  return {
    name: escapeMentions(sanitizeFragment(name)),
    value: escapeMentions(sanitizeFragment(value)),
    inline: inline ?? false,
  }
}

function plain(text: string): string {
  return escapeMentions(sanitizeFragment(text))
}

function link<K extends 'url' | 'icon_url'>(key: K, url: string | null | undefined): { [P in K]?: string } {
  return (url ? { [key]: url } : {}) as { [P in K]?: string }
}
