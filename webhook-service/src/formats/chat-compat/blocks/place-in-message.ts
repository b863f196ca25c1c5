import type { Embed } from '../../embed.ts'
import type { Picture, Piece } from './piece.ts'
import { joinText } from './piece.ts'

/** Blocks of the message itself: what can be read goes to the content, in order, and each picture to a card of its own. */
export function layInMessage(pieces: Piece[]): { markdown: string; cards: Embed[] } {
  const pictures = pieces.filter((piece) => piece.kind === 'picture')
  return { markdown: joinText(pieces), cards: pictures.map(pictureCard) }
}

function pictureCard({ size, url, title }: Picture): Embed {
  return { ...(title && { title }), [size]: { url } }
}
