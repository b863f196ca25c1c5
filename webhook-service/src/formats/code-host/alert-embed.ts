import type { Embed, EmbedField } from '../embed.ts'
import { digitsAt, firstTextAt, type Payload, requireObject, textAt } from '../payload.ts'
import { toMarkdownLine } from '../text/markdown.ts'
import { buildEmbed } from './build-embed.ts'

type Alert = {
  heading: string
  name: string | undefined
  color: number
  fields?: EmbedField[]
}

export function alertEmbed(payload: Payload, { heading, name, ...parts }: Alert): Embed {
  requireObject(payload, 'alert')
  const number = digitsAt(payload, 'alert.number')
  const what = [number && `#${number}`, name && toMarkdownLine(name, 200)].filter(Boolean).join(' ')
  return buildEmbed(payload, {
    title: `${heading}${what && `: ${what}`}`,
    url: textAt(payload, 'alert.html_url'),
    time: firstTextAt(payload, 'alert.updated_at', 'alert.created_at'),
    ...parts,
  })
}
