import type { Payload } from '../../payload.ts'
import { records, typeOf } from '../payload-values.ts'
import { blocks } from './blocks.ts'
import { type BlockPart, text } from './piece.ts'
import { textMarkdown } from './text-object.ts'

const maxBlocks = 50

export type RenderedBlocks = {
  pieces: BlockPart[]
  /** Whether a block we know shows anything; if not, the text beside the blocks tells more (webhooks.md C2). */
  hasKnownContent: boolean
  /** The types of blocks that show nothing. */
  dropped: string[]
}

/** What blocks become. One of an unknown type is told by its own text, if it has any. */
export function renderBlocks(list: unknown): RenderedBlocks {
  const rendered = records(list).slice(0, maxBlocks).map(renderBlock)
  return {
    pieces: rendered.flatMap(({ pieces }) => pieces),
    hasKnownContent: rendered.some(({ isKnown, pieces }) => isKnown && pieces.some(isShown)),
    dropped: rendered.filter(({ pieces }) => pieces.length === 0).map(({ type }) => type),
  }
}

function renderBlock(block: Payload): { type: string; isKnown: boolean; pieces: BlockPart[] } {
  const type = typeOf(block)
  const render = Object.hasOwn(blocks, type) ? blocks[type] : undefined
  return { type, isKnown: render !== undefined, pieces: render?.(block) ?? text(textMarkdown(block.text)) }
}

function isShown(piece: BlockPart): boolean {
  return piece.kind !== 'divider'
}
