import type { Embed, EmbedField } from '../../embed.ts'
import { type Payload, requireObject, textAt } from '../../payload.ts'
import { buildEmbed, colors, loginAt } from '../build-embed.ts'
import { field } from '../fields.ts'

export function sponsorshipCreated(payload: Payload): Embed {
  return sponsorshipEmbed(payload, 'New sponsor', colors.open, tierField(payload))
}

export function sponsorshipCancelled(payload: Payload): Embed {
  return sponsorshipEmbed(payload, 'Sponsorship cancelled', colors.neutral, tierField(payload))
}

export function sponsorshipTierChanged(payload: Payload): Embed {
  const before = textAt(payload, 'changes.tier.from.name')
  const fields = [...field('Before', before), ...tierField(payload)]
  return sponsorshipEmbed(payload, 'Sponsorship tier changed', colors.info, fields)
}

/** Only the sponsored account may know the name of a private sponsor. */
function sponsorshipEmbed(payload: Payload, heading: string, color: number, fields: EmbedField[]): Embed {
  requireObject(payload, 'sponsorship')
  const isPrivate = textAt(payload, 'sponsorship.privacy_level') === 'private'
  const sponsor = isPrivate ? 'somebody in private' : loginAt(payload, 'sponsorship.sponsor')
  return buildEmbed(payload, {
    title: `${heading}: ${sponsor}`,
    url: isPrivate ? undefined : textAt(payload, 'sponsorship.sponsor.html_url'),
    color,
    fields,
    isAnonymous: isPrivate,
    time: textAt(payload, 'sponsorship.created_at'),
  })
}

function tierField(payload: Payload): EmbedField[] {
  return field('Tier', textAt(payload, 'sponsorship.tier.name'))
}
