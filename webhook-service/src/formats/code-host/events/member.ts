import type { Render } from '../../events/event-rule.ts'
import { textAt } from '../../payload.ts'
import { buildEmbed, loginAt } from '../build-embed.ts'

/** A person, by the path of the account. */
export function member(heading: string, path: string, color: number): Render {
  return (payload) =>
    buildEmbed(payload, {
      title: `${heading}: ${loginAt(payload, path)}`,
      url: textAt(payload, `${path}.html_url`),
      color,
    })
}
