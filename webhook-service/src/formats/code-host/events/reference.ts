import type { Embed } from '../../embed.ts'
import { type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'

/** Code hosts allow fewer than 256 bytes. */
const maxLinkedRefLength = 512

export function created(payload: Payload): Embed {
  const ref = requireText(payload, 'ref')
  return buildEmbed(payload, {
    title: `New ${kindOf(payload)} created: ${toMarkdownLine(ref, 140)}`,
    url: treeOf(payload, ref),
    color: colors.open,
  })
}

export function deleted(payload: Payload): Embed {
  const ref = requireText(payload, 'ref')
  return buildEmbed(payload, {
    title: `${kindOf(payload)} deleted: ${toMarkdownLine(ref, 140)}`,
    color: colors.closed,
  })
}

function kindOf(payload: Payload): string {
  return toMarkdownLine(textAt(payload, 'ref_type') ?? '', 20) || 'ref'
}

function treeOf(payload: Payload, ref: string): string | undefined {
  const repository = textAt(payload, 'repository.html_url')
  if (!repository || ref.length > maxLinkedRefLength) return undefined
  return `${repository}/tree/${ref.split('/').map(pathSegment).join('/')}`
}

/** `encodeURIComponent` throws on a lone surrogate. */
function pathSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
