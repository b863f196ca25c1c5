import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Payload } from '../../payload.ts'
import { joinLines } from '../../text/join-lines.ts'
import { link } from '../../text/markdown.ts'
import { type BlockPart, text } from './block-part.ts'
import { imagePart } from './image.ts'
import { textLine, textMarkdown } from './text-object.ts'

export function video({ title, title_url, description, thumbnail_url }: Payload): BlockPart[] {
  const line = textLine(title, messageLimits.title)
  const linked = line && link(line, title_url)
  const heading = linked === line ? textLine(title, messageLimits.title, '**') : `**${linked}**`
  const still = imagePart({ image_url: thumbnail_url }, 'image')
  return [...text(joinLines([heading, textMarkdown(description)])), ...still]
}
