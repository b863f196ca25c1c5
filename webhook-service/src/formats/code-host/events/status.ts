import type { Embed } from '../../embed.ts'
import { firstTextAt, objectsAt, type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'
import { codeField } from '../fields.ts'

export function commitStatus(payload: Payload): Embed | undefined {
  const state = requireText(payload, 'state')
  if (state !== 'failure' && state !== 'error') return undefined
  const context = requireText(payload, 'context')
  const description = textAt(payload, 'description') ?? state
  return buildEmbed(payload, {
    title: `${toMarkdownLine(context, 100)}: ${toMarkdownLine(description, 140)}`,
    url: firstTextAt(payload, 'target_url', 'commit.html_url'),
    color: colors.closed,
    fields: codeField('Branch', branchOf(payload)),
    time: textAt(payload, 'updated_at'),
  })
}

function branchOf(payload: Payload): string | undefined {
  const [branch] = objectsAt(payload, 'branches') ?? []
  return branch && textAt(branch, 'name')
}
