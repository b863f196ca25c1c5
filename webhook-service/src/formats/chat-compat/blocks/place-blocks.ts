import type { Embed } from '../../embed.ts'
import { link } from '../../text/markdown.ts'
import { type BlockPart, type ImagePart, joinParts } from './block-part.ts'

export function placeInMessage(parts: BlockPart[]): { markdown: string; embeds: Embed[] } {
  const images = parts.filter((part) => part.kind === 'image')
  return { markdown: joinParts(parts), embeds: images.map(imageEmbed) }
}

function imageEmbed({ size, url, title }: ImagePart): Embed {
  return { ...(title && { title }), [size]: { url } }
}

type EmbedContent = { markdown: string; image?: string; thumbnail?: string }

/** An embed has one image and one thumbnail; further images become links. */
export function placeInEmbed(parts: BlockPart[]): EmbedContent {
  const placed: Partial<Record<ImagePart['size'], string>> = {}
  const texts = parts.map((part): BlockPart => {
    if (part.kind !== 'image') return part
    if (placed[part.size]) return { kind: 'text', markdown: link(part.title || 'Picture', part.url) }
    placed[part.size] = part.url
    return { kind: 'text', markdown: part.title }
  })
  return { markdown: joinParts(texts), ...placed }
}
