import type { Embed } from '../../embed.ts'
import type { BlockPart, ImagePart } from './piece.ts'
import { joinParts } from './piece.ts'

/** Blocks of the message itself: what can be read goes to the content, in order, and each picture to a card of its own. */
export function placeInMessage(pieces: BlockPart[]): { markdown: string; cards: Embed[] } {
  const pictures = pieces.filter((piece) => piece.kind === 'picture')
  return { markdown: joinParts(pieces), cards: pictures.map(imageEmbed) }
}

function imageEmbed({ size, url, title }: ImagePart): Embed {
  return { ...(title && { title }), [size]: { url } }
}
