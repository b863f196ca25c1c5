import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { firstTextAt, neededText, textAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours } from '../build-embed.ts'

export function repositoryCreated(payload: Payload): Embed {
  return repositoryCard(payload, 'created', colours.open)
}

export function repositoryDeleted(payload: Payload): Embed {
  const { url, ...embed } = repositoryCard(payload, 'deleted', colours.closed)
  return embed
}

export function repositoryArchived(payload: Payload): Embed {
  return repositoryCard(payload, 'archived', colours.neutral)
}

export function repositoryUnarchived(payload: Payload): Embed {
  return repositoryCard(payload, 'unarchived', colours.info)
}

export function repositoryPublicized(payload: Payload): Embed {
  return repositoryCard(payload, 'made public', colours.info)
}

export function repositoryPrivatized(payload: Payload): Embed {
  return repositoryCard(payload, 'made private', colours.neutral)
}

export function repositoryRenamed(payload: Payload): Embed {
  const name = textAt(payload, 'changes.repository.name.from')
  return repositoryCard(payload, `renamed${from(name)}`, colours.info)
}

export function repositoryTransferred(payload: Payload): Embed {
  const owner = firstTextAt(payload, 'changes.owner.from.user.login', 'changes.owner.from.organization.login')
  return repositoryCard(payload, `transferred${from(owner)}`, colours.info)
}

function from(name: string | undefined): string {
  return name ? ` from ${foreignLine(name, 140)}` : ''
}

function repositoryCard(payload: Payload, happened: string, color: number): Embed {
  neededText(payload, 'repository.name')
  return card(payload, {
    title: `Repository ${happened}`,
    url: textAt(payload, 'repository.html_url'),
    color,
    time: textAt(payload, 'repository.updated_at'),
  })
}
