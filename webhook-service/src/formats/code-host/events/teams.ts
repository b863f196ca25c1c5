import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededText, textAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours, loginAt, nameAt } from '../build-embed.ts'

export function teamMemberAdded(payload: Payload): Embed {
  return membershipCard(payload, 'added to', colours.open)
}

export function teamMemberRemoved(payload: Payload): Embed {
  return membershipCard(payload, 'removed from', colours.neutral)
}

export function teamCreated(payload: Payload): Embed {
  return teamCard(payload, 'Team created', colours.open)
}

export function teamDeleted(payload: Payload): Embed {
  return teamCard(payload, 'Team deleted', colours.closed)
}

export function teamAddedToRepository(payload: Payload): Embed {
  return teamCard(payload, 'Team added to repository', colours.info)
}

export function teamRemovedFromRepository(payload: Payload): Embed {
  return teamCard(payload, 'Team removed from repository', colours.neutral)
}

/** The older event for the same act. */
export function teamAdd(payload: Payload): Embed {
  return teamCard(payload, 'Repository added to team', colours.info)
}

function membershipCard(payload: Payload, happened: string, color: number): Embed {
  const team = nameAt(payload, 'team.name')
  return card(payload, {
    title: `Member ${happened} ${team ? `team ${team}` : 'a team'}: ${loginAt(payload, 'member')}`,
    url: textAt(payload, 'member.html_url'),
    color,
  })
}

function teamCard(payload: Payload, happened: string, color: number): Embed {
  const name = neededText(payload, 'team.name')
  return card(payload, {
    title: `${happened}: ${foreignLine(name, 140)}`,
    url: textAt(payload, 'team.html_url'),
    color,
  })
}
