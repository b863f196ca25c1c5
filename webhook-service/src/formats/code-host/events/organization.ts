import type { Embed } from '../../embed.ts'
import { type Payload, requireText, textAt } from '../../payload.ts'
import { buildEmbed, colors, loginAt, nameAt } from '../build-embed.ts'

export function organizationMemberAdded(payload: Payload): Embed {
  return memberEmbed(payload, 'Member added', colors.open)
}

export function organizationMemberRemoved(payload: Payload): Embed {
  return memberEmbed(payload, 'Member removed', colors.neutral)
}

export function organizationRenamed(payload: Payload): Embed {
  requireText(payload, 'organization.login')
  const before = nameAt(payload, 'changes.login.from')
  return buildEmbed(payload, {
    title: `Organization renamed${before ? ` from ${before}` : ''}`,
    color: colors.info,
  })
}

export function organizationDeleted(payload: Payload): Embed {
  requireText(payload, 'organization.login')
  return buildEmbed(payload, { title: 'Organization deleted', color: colors.closed })
}

function memberEmbed(payload: Payload, heading: string, color: number): Embed {
  return buildEmbed(payload, {
    title: `${heading}: ${loginAt(payload, 'membership.user')}`,
    url: textAt(payload, 'membership.user.html_url'),
    color,
  })
}
