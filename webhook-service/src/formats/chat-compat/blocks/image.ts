import { messageLimits } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { isPayload } from '../../payload.ts'
import { embedUrl } from '../../text/web-url.ts'
import { type BlockPart, type ImagePart, text } from './piece.ts'
import { textLine } from './text-object.ts'

/** A picture under its title; one that cannot be shown is told by its title or its alternative text. */
export function image(block: Payload): BlockPart[] {
  return picture(block, 'image')
}

/** The picture of an image block or element. Pictures kept by the sender's product are shown when it gives their URL. */
export function picture(element: Payload, size: ImagePart['size']): BlockPart[] {
  const { image_url, slack_file, title, alt_text } = element
  const url = embedUrl(image_url) ?? embedUrl(isPayload(slack_file) ? slack_file.url : undefined)
  const titleLine = textLine(title, messageLimits.title)
  if (!url) return text(titleLine || textLine(alt_text, messageLimits.title))
  return [{ kind: 'picture', size, url, title: titleLine }]
}
