import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'

export function repositoryCreated(payload: Payload): Embed {
  return repositoryEmbed(payload, 'created', colors.open)
}

export function repositoryDeleted(payload: Payload): Embed {
  const { url, ...embed } = repositoryEmbed(payload, 'deleted', colors.closed)
  return embed
}

export function repositoryArchived(payload: Payload): Embed {
  return repositoryEmbed(payload, 'archived', colors.neutral)
}

export function repositoryUnarchived(payload: Payload): Embed {
  return repositoryEmbed(payload, 'unarchived', colors.info)
}

export function repositoryPublicized(payload: Payload): Embed {
  return repositoryEmbed(payload, 'made public', colors.info)
}

export function repositoryPrivatized(payload: Payload): Embed {
  return repositoryEmbed(payload, 'made private', colors.neutral)
}

export function repositoryRenamed(payload: Payload): Embed {
  const name = textAt(payload, 'changes.repository.name.from')
  return repositoryEmbed(payload, `renamed${from(name)}`, colors.info)
}

export function repositoryTransferred(payload: Payload): Embed {
  const owner = firstTextAt(payload, 'changes.owner.from.user.login', 'changes.owner.from.organization.login')
  return repositoryEmbed(payload, `transferred${from(owner)}`, colors.info)
}

function from(name: string | undefined): string {
  return name ? ` from ${toMarkdownLine(name, 140)}` : ''
}

function repositoryEmbed(payload: Payload, change: string, color: number): Embed {
  requireText(payload, 'repository.name')
  return buildEmbed(payload, {
    title: `Repository ${change}`,
    url: textAt(payload, 'repository.html_url'),
    color,
    time: textAt(payload, 'repository.updated_at'),
  })
}
