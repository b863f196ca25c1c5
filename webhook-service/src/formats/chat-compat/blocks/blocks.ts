import type { Payload } from '../../payload.ts'
import { linkButtons } from '../link-buttons.ts'
import { context } from './context.ts'
import { header } from './header.ts'
import { image } from './image.ts'
import { markdownBlock } from './markdown-block.ts'
import { type BlockPart, text } from './piece.ts'
import { richText } from './rich-text.ts'
import { section } from './section.ts'
import { table } from './table.ts'
import { video } from './video.ts'

const nothing = (): BlockPart[] => []

/** Every block we know. `docs/chat-compat-blocks.md` shows what each becomes; a test holds the two together. */
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
  // Kept by the sender's product; there is nothing of it in the payload.
  file: nothing,
  // Asks for an answer, which needs an app behind it.
  input: nothing,
}
