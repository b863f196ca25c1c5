import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededText, textAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours } from '../build-embed.ts'

/** Code hosts allow fewer than 256 bytes. */
const maxLinkedRefLength = 512

/** A new branch or tag. */
export function created(payload: Payload): Embed {
  const ref = neededText(payload, 'ref')
  return card(payload, {
    title: `New ${kindOf(payload)} created: ${foreignLine(ref, 140)}`,
    url: treeOf(payload, ref),
    color: colours.open,
  })
}

/** A branch or tag that is gone; nothing is left to link to. */
export function deleted(payload: Payload): Embed {
  const ref = neededText(payload, 'ref')
  return card(payload, {
    title: `${kindOf(payload)} deleted: ${foreignLine(ref, 140)}`,
    color: colours.closed,
  })
}

function kindOf(payload: Payload): string {
  return foreignLine(textAt(payload, 'ref_type') ?? '', 20) || 'ref'
}

function treeOf(payload: Payload, ref: string): string | undefined {
  const repository = textAt(payload, 'repository.html_url')
  if (!repository || ref.length > maxLinkedRefLength) return undefined
  return `${repository}/tree/${ref.split('/').map(pathSegment).join('/')}`
}

/** Half of a surrogate pair cannot be encoded, and foreign text may hold one. */
function pathSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
