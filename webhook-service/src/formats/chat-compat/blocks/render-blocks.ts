import type { Payload } from '../../payload.ts'
import { toObjects, typeOf } from '../payload-values.ts'
import type { BlockPart } from './block-part.ts'
import { blocks } from './blocks.ts'
import { unknownBlock } from './unknown-block.ts'

const maxBlocks = 50

export type RenderedBlocks = {
  parts: BlockPart[]
  /** Whether a supported block shows anything. If not, the text of the message is used instead. */
  hasKnownContent: boolean
  /** Whether an unknown block shows nothing: the text of the message may have its words. */
  lacksWords: boolean
  dropped: string[]
}

export function renderBlocks(list: unknown): RenderedBlocks {
  const rendered = toObjects(list).slice(0, maxBlocks).map(renderBlock)
  return {
    parts: rendered.flatMap(({ parts }) => parts),
    hasKnownContent: rendered.some(({ isKnown, parts }) => isKnown && parts.some(isShown)),
    lacksWords: rendered.some(({ isKnown, parts }) => !isKnown && parts.length === 0),
    dropped: rendered.filter(({ parts }) => parts.length === 0).map(({ type }) => type),
  }
}

function renderBlock(block: Payload): { type: string; isKnown: boolean; parts: BlockPart[] } {
  const type = typeOf(block)
  const render = Object.hasOwn(blocks, type) ? blocks[type] : undefined
  return { type, isKnown: render !== undefined, parts: (render ?? unknownBlock)(block) }
}

function isShown(part: BlockPart): boolean {
  return part.kind !== 'divider'
}
