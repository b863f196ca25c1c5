import type { Embed } from '../../embed.ts'
import type { Render } from '../../events/event-rule.ts'
import { firstTextAt, type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'

/** `from`: paths of the former name or owner. */
export function repository(change: string, color: number, from: string[] = []): Render {
  return (payload) => {
    const before = firstTextAt(payload, ...from)
    return repositoryEmbed(payload, `${change}${before ? ` from ${toMarkdownLine(before, 140)}` : ''}`, color)
  }
}

export function repositoryDeleted(payload: Payload): Embed {
  const { url, ...embed } = repositoryEmbed(payload, 'deleted', colors.closed)
  return embed
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

/** A message without a subject but the repository. */
export function ofRepository(title: string, color: number, time?: string): Render {
  return (payload) =>
    buildEmbed(payload, {
      title,
      url: textAt(payload, 'repository.html_url'),
      color,
      time: time && textAt(payload, time),
    })
}
