export type ImagePart = { kind: 'image'; size: 'image' | 'thumbnail'; url: string; title: string }

export type BlockPart = { kind: 'text'; markdown: string } | { kind: 'divider' } | ImagePart

export function text(markdown: string): BlockPart[] {
  return markdown ? [{ kind: 'text', markdown }] : []
}

const dividerLine = '───'

/** Joins the texts as paragraphs. A divider is shown only between two texts. */
export function joinParts(parts: BlockPart[]): string {
  let joined = ''
  let isDivided = false
  for (const part of parts) {
    if (part.kind === 'divider') isDivided = joined !== ''
    if (part.kind !== 'text' || !part.markdown) continue
    const separator = isDivided ? `\n\n${dividerLine}\n\n` : '\n\n'
    joined += joined ? `${separator}${part.markdown}` : part.markdown
    isDivided = false
  }
  return joined
}
