import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { isPayload, type Payload } from '../../payload.ts'
import { embedUrl } from '../../text/web-url.ts'
import { type BlockPart, type ImagePart, text } from './block-part.ts'
import { textLine } from './text-object.ts'

export function image(block: Payload): BlockPart[] {
  return imagePart(block, 'image')
}

/** The image of an image block or element; its title or alternative text if it has no usable URL. */
export function imagePart(element: Payload, size: ImagePart['size']): BlockPart[] {
  const { image_url, slack_file, title, alt_text } = element
  const url = embedUrl(image_url) ?? embedUrl(isPayload(slack_file) ? slack_file.url : undefined)
  const titleLine = textLine(title, messageLimits.title)
  if (!url) return text(titleLine || textLine(alt_text, messageLimits.title))
  return [{ kind: 'image', size, url, title: titleLine }]
}
