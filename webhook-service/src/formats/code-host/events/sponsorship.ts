import type { Render } from '../../events/event-rule.ts'
import { requireObject, textAt } from '../../payload.ts'
import { buildEmbed, loginAt } from '../build-embed.ts'
import { field } from '../fields.ts'

/** Only the sponsored account may know the name of a private sponsor. */
export function sponsorship(heading: string, color: number): Render {
  return (payload) => {
    requireObject(payload, 'sponsorship')
    const isPrivate = textAt(payload, 'sponsorship.privacy_level') === 'private'
    const sponsor = isPrivate ? 'somebody in private' : loginAt(payload, 'sponsorship.sponsor')
    return buildEmbed(payload, {
      title: `${heading}: ${sponsor}`,
      url: isPrivate ? undefined : textAt(payload, 'sponsorship.sponsor.html_url'),
      color,
      fields: [
        ...field('Before', textAt(payload, 'changes.tier.from.name')),
        ...field('Tier', textAt(payload, 'sponsorship.tier.name')),
      ],
      isAnonymous: isPrivate,
      time: textAt(payload, 'sponsorship.created_at'),
    })
  }
}
