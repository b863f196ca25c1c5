/** A picture; its title is markdown of one line. */
export type ImagePart = { kind: 'picture'; size: 'image' | 'thumbnail'; url: string; title: string }

/** What blocks become, in reading order; where it goes is decided by whoever has room for it. */
export type BlockPart = { kind: 'text'; markdown: string } | { kind: 'divider' } | ImagePart

export function text(markdown: string): BlockPart[] {
  return markdown ? [{ kind: 'text', markdown }] : []
}

const line = '───'

/** The texts as paragraphs; a divider shows only between two of them. */
export function joinParts(pieces: BlockPart[]): string {
  let joined = ''
  let isDivided = false
  for (const piece of pieces) {
    if (piece.kind === 'divider') isDivided = joined !== ''
    if (piece.kind !== 'text' || !piece.markdown) continue
    const between = isDivided ? `\n\n${line}\n\n` : '\n\n'
    joined += joined ? `${between}${piece.markdown}` : piece.markdown
    isDivided = false
  }
  return joined
}
