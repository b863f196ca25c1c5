import type { Payload } from '../../payload.ts'
import { linkButtons } from '../link-buttons.ts'
import { type BlockPart, text } from './block-part.ts'
import { context } from './context.ts'
import { header } from './header.ts'
import { image } from './image.ts'
import { markdownBlock } from './markdown-block.ts'
import { richText } from './rich-text.ts'
import { section } from './section.ts'
import { table } from './table.ts'
import { video } from './video.ts'

const renderNothing = (): BlockPart[] => []

export const blocks: Record<string, (block: Payload) => BlockPart[]> = {
  header,
  section,
  context,
  divider: () => [{ kind: 'divider' }],
  image,
  actions: ({ elements }) => text(linkButtons(elements)),
  rich_text: richText,
  markdown: markdownBlock,
  table,
  video,
  // The payload has no URL of the file.
  file: renderNothing,
  // Inputs need an app that receives the answer.
  input: renderNothing,
}
