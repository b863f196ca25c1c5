import { link } from '../../text/markdown.ts'
import type { Picture, Piece } from './piece.ts'
import { joinText } from './piece.ts'

type Laid = { markdown: string; image?: string; thumbnail?: string }

/** Blocks inside a coloured card, which has room for one picture of each size; further ones become links. */
export function layInCard(pieces: Piece[]): Laid {
  const placed: Partial<Record<Picture['size'], string>> = {}
  const texts = pieces.map((piece): Piece => {
    if (piece.kind !== 'picture') return piece
    if (placed[piece.size]) return { kind: 'text', markdown: link(piece.title || 'Picture', piece.url) }
    placed[piece.size] = piece.url
    return { kind: 'text', markdown: piece.title }
  })
  return { markdown: joinText(texts), ...placed }
}
