import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededText, textAt } from '../../payload.ts'
import { card, colours, loginAt, nameAt } from '../build-embed.ts'

export function organizationMemberAdded(payload: Payload): Embed {
  return memberCard(payload, 'Member added', colours.open)
}

export function organizationMemberRemoved(payload: Payload): Embed {
  return memberCard(payload, 'Member removed', colours.neutral)
}

export function organizationRenamed(payload: Payload): Embed {
  neededText(payload, 'organization.login')
  const before = nameAt(payload, 'changes.login.from')
  return card(payload, {
    title: `Organization renamed${before ? ` from ${before}` : ''}`,
    color: colours.info,
  })
}

export function organizationDeleted(payload: Payload): Embed {
  neededText(payload, 'organization.login')
  return card(payload, { title: 'Organization deleted', color: colours.closed })
}

function memberCard(payload: Payload, happened: string, color: number): Embed {
  return card(payload, {
    title: `${happened}: ${loginAt(payload, 'membership.user')}`,
    url: textAt(payload, 'membership.user.html_url'),
    color,
  })
}
