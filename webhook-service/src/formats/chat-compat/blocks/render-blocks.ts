import type { Payload } from '../../payload.ts'
import { toObjects, typeOf } from '../payload-values.ts'
import { type BlockPart, text } from './block-part.ts'
import { blocks } from './blocks.ts'
import { textMarkdown } from './text-object.ts'

const maxBlocks = 50

export type RenderedBlocks = {
  parts: BlockPart[]
  /** Whether a supported block shows anything. If not, the text of the message is used instead. */
  hasKnownContent: boolean
  dropped: string[]
}

/** A block of an unknown type is rendered as its text, if it has any. */
export function renderBlocks(list: unknown): RenderedBlocks {
  const rendered = toObjects(list).slice(0, maxBlocks).map(renderBlock)
  return {
    parts: rendered.flatMap(({ parts }) => parts),
    hasKnownContent: rendered.some(({ isKnown, parts }) => isKnown && parts.some(isShown)),
    dropped: rendered.filter(({ parts }) => parts.length === 0).map(({ type }) => type),
  }
}

function renderBlock(block: Payload): { type: string; isKnown: boolean; parts: BlockPart[] } {
  const type = typeOf(block)
  const render = Object.hasOwn(blocks, type) ? blocks[type] : undefined
  return { type, isKnown: render !== undefined, parts: render?.(block) ?? text(textMarkdown(block.text)) }
}

function isShown(part: BlockPart): boolean {
  return part.kind !== 'divider'
}
