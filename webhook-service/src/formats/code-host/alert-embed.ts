import type { Embed, EmbedField } from '../embed.ts'
import type { Payload } from '../payload.ts'
import { digitsAt, firstTextAt, neededRecord, textAt } from '../payload.ts'
import { foreignLine } from '../text/markdown.ts'
import { card } from './build-embed.ts'

type Alert = {
  /** What kind of alert, and what happened to it. */
  happened: string
  name: string | undefined
  color: number
  fields?: EmbedField[]
}

/** `Some alert created: #n name`, whichever scanner it comes from. */
export function alertCard(payload: Payload, { happened, name, ...look }: Alert): Embed {
  neededRecord(payload, 'alert')
  const number = digitsAt(payload, 'alert.number')
  const what = [number && `#${number}`, name && foreignLine(name, 200)].filter(Boolean).join(' ')
  return card(payload, {
    title: `${happened}${what && `: ${what}`}`,
    url: textAt(payload, 'alert.html_url'),
    time: firstTextAt(payload, 'alert.updated_at', 'alert.created_at'),
    ...look,
  })
}
