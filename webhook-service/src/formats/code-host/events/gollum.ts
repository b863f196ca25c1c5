import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, requireObjects, textAt } from '../../payload.ts'
import { link, toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'

const maxListed = 5

export function gollum(payload: Payload): Embed | undefined {
  const pages = requireObjects(payload, 'pages')
  if (pages.length === 0) return undefined
  const more = pages.length > maxListed ? [`+${pages.length - maxListed} more`] : []
  return buildEmbed(payload, {
    title: pages.length === 1 ? 'Wiki page changed' : `${pages.length} wiki pages changed`,
    url: pages.length === 1 ? pages[0]?.html_url : wikiOf(payload),
    color: colors.info,
    description: [...pages.slice(0, maxListed).map(pageLine), ...more].join('\n'),
  })
}

function pageLine(page: Payload): string {
  const action = toMarkdownLine(textAt(page, 'action') ?? 'changed', 20)
  const name = toMarkdownLine(firstTextAt(page, 'title', 'page_name') ?? 'a page', 140)
  const summary = textAt(page, 'summary')
  return `${action} ${link(name, page.html_url)}${summary ? ` – ${toMarkdownLine(summary, 200)}` : ''}`
}

function wikiOf(payload: Payload): string | undefined {
  const repository = textAt(payload, 'repository.html_url')
  return repository && `${repository}/wiki`
}
