import type { Embed, EmbedField } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededRecord, textAt } from '../../payload.ts'
import { card, colours, loginAt } from '../build-embed.ts'
import { field } from '../fields.ts'

export function sponsorshipCreated(payload: Payload): Embed {
  return sponsorshipCard(payload, 'New sponsor', colours.open, tierField(payload))
}

export function sponsorshipCancelled(payload: Payload): Embed {
  return sponsorshipCard(payload, 'Sponsorship cancelled', colours.neutral, tierField(payload))
}

export function sponsorshipTierChanged(payload: Payload): Embed {
  const before = textAt(payload, 'changes.tier.from.name')
  const fields = [...field('Before', before), ...tierField(payload)]
  return sponsorshipCard(payload, 'Sponsorship tier changed', colours.info, fields)
}

/** Who sponsors privately is known to the sponsored account alone, so a channel does not learn it. */
function sponsorshipCard(payload: Payload, happened: string, color: number, fields: EmbedField[]): Embed {
  neededRecord(payload, 'sponsorship')
  const isPrivate = textAt(payload, 'sponsorship.privacy_level') === 'private'
  const sponsor = isPrivate ? 'somebody in private' : loginAt(payload, 'sponsorship.sponsor')
  return card(payload, {
    title: `${happened}: ${sponsor}`,
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
