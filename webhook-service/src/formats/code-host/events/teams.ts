import type { Embed } from '../../embed.ts'
import { type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors, loginAt, nameAt } from '../build-embed.ts'

export function teamMemberAdded(payload: Payload): Embed {
  return membershipEmbed(payload, 'added to', colors.open)
}

export function teamMemberRemoved(payload: Payload): Embed {
  return membershipEmbed(payload, 'removed from', colors.neutral)
}

export function teamCreated(payload: Payload): Embed {
  return teamEmbed(payload, 'Team created', colors.open)
}

export function teamDeleted(payload: Payload): Embed {
  return teamEmbed(payload, 'Team deleted', colors.closed)
}

export function teamAddedToRepository(payload: Payload): Embed {
  return teamEmbed(payload, 'Team added to repository', colors.info)
}

export function teamRemovedFromRepository(payload: Payload): Embed {
  return teamEmbed(payload, 'Team removed from repository', colors.neutral)
}

export function teamAdd(payload: Payload): Embed {
  return teamEmbed(payload, 'Repository added to team', colors.info)
}

function membershipEmbed(payload: Payload, change: string, color: number): Embed {
  const team = nameAt(payload, 'team.name')
  return buildEmbed(payload, {
    title: `Member ${change} ${team ? `team ${team}` : 'a team'}: ${loginAt(payload, 'member')}`,
    url: textAt(payload, 'member.html_url'),
    color,
  })
}

function teamEmbed(payload: Payload, heading: string, color: number): Embed {
  const name = requireText(payload, 'team.name')
  return buildEmbed(payload, {
    title: `${heading}: ${toMarkdownLine(name, 140)}`,
    url: textAt(payload, 'team.html_url'),
    color,
  })
}
