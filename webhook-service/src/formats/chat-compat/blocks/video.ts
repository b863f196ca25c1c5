import { messageLimits } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { link } from '../../text/markdown.ts'
import { picture } from './image.ts'
import { type BlockPart, text } from './piece.ts'
import { textLine, textMarkdown } from './text-object.ts'

/** The video by its title, its description and its still; the player stays where it is. */
export function video({ title, title_url, description, thumbnail_url }: Payload): BlockPart[] {
  const line = textLine(title, messageLimits.title)
  const heading = line && `**${link(line, title_url)}**`
  const still = picture({ image_url: thumbnail_url }, 'image')
  return [...text([heading, textMarkdown(description)].filter(Boolean).join('\n')), ...still]
}
