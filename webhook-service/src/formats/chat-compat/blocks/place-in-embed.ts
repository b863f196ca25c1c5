import { link } from '../../text/markdown.ts'
import type { BlockPart, ImagePart } from './piece.ts'
import { joinParts } from './piece.ts'

type Laid = { markdown: string; image?: string; thumbnail?: string }

/** Blocks inside a coloured card, which has room for one picture of each size; further ones become links. */
export function placeInEmbed(pieces: BlockPart[]): Laid {
  const placed: Partial<Record<ImagePart['size'], string>> = {}
  const texts = pieces.map((piece): BlockPart => {
    if (piece.kind !== 'picture') return piece
    if (placed[piece.size]) return { kind: 'text', markdown: link(piece.title || 'Picture', piece.url) }
    placed[piece.size] = piece.url
    return { kind: 'text', markdown: piece.title }
  })
  return { markdown: joinParts(texts), ...placed }
}
