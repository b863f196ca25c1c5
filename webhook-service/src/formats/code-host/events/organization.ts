import type { Embed } from '../../embed.ts'
import { type Payload, requireText } from '../../payload.ts'
import { buildEmbed, colors, nameAt } from '../build-embed.ts'

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
