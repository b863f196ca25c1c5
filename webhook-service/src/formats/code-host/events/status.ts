import type { Embed } from '../../embed.ts'
import { firstTextAt, objectsAt, type Payload, requireText, textAt, valueAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'
import { commitLine } from '../commits.ts'
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
    description: commitOf(payload),
    fields: codeField('Branch', branchOf(payload)),
    time: textAt(payload, 'updated_at'),
  })
}

function commitOf(payload: Payload): string {
  return commitLine({
    hash: textAt(payload, 'sha'),
    message: textAt(payload, 'commit.commit.message'),
    author: firstTextAt(payload, 'commit.author.login', 'commit.commit.author.name'),
    url: valueAt(payload, 'commit.html_url'),
  })
}

/** A commit can be on many branches: the default one says most. */
function branchOf(payload: Payload): string | undefined {
  const names = (objectsAt(payload, 'branches') ?? []).map((branch) => textAt(branch, 'name'))
  const main = textAt(payload, 'repository.default_branch')
  return main !== undefined && names.includes(main) ? main : names[0]
}
