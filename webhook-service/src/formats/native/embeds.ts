import type { NativeEmbed } from '@gatehouse/service-kit/messages/native-message'
import { type Embed, emptyFieldText, isEmbedVisible } from '../embed.ts'
import { toIsoTime } from '../text/iso-time.ts'
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
  const shownTime = timestamp && toIsoTime(timestamp.getTime())
  const shownFields = (fields ?? []).filter(({ name, value }) => name || value).map(readField)
  return {
    ...(title && { title }),
    ...(texts.url && { url: texts.url }),
    ...(description && { description }),
    ...(typeof color === 'number' && { color }),
    ...(shownTime && { timestamp: shownTime }),
    ...(author?.name && {
      author: { name: plain(author.name), ...link('url', author.url), ...link('icon_url', author.icon_url) },
    }),
    ...(shownFields.length > 0 && { fields: shownFields }),
    ...(image?.url && { image: { url: image.url } }),
    ...(thumbnail?.url && { thumbnail: { url: thumbnail.url } }),
    ...(footer?.text && { footer: { text: plain(footer.text), ...link('icon_url', footer.icon_url) } }),
  }
}

/** One without a name or without a value is shown. */
function readField({ name, value, inline }: NonNullable<NativeEmbed['fields']>[number]) {
  // A name of white space or invisible characters is common: consumers reject an empty one.
  return {
    name: plain(name || emptyFieldText),
    value: plain(value || emptyFieldText),
    inline: inline ?? false,
  }
}

function plain(text: string): string {
  return escapeMentions(sanitizeFragment(text))
}

function link<K extends 'url' | 'icon_url'>(key: K, url: string | null | undefined): { [P in K]?: string } {
  return (url ? { [key]: url } : {}) as { [P in K]?: string }
}
