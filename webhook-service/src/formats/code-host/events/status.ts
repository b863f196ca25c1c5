import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { firstTextAt, neededText, recordsAt, textAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours } from '../build-embed.ts'
import { codeField } from '../fields.ts'

/** What an outside check says of a commit; only bad news is shown. */
export function commitStatus(payload: Payload): Embed | undefined {
  const state = neededText(payload, 'state')
  if (state !== 'failure' && state !== 'error') return undefined
  const context = neededText(payload, 'context')
  const description = textAt(payload, 'description') ?? state
  return card(payload, {
    title: `${foreignLine(context, 100)}: ${foreignLine(description, 140)}`,
    url: firstTextAt(payload, 'target_url', 'commit.html_url'),
    color: colours.closed,
    fields: codeField('Branch', branchOf(payload)),
    time: textAt(payload, 'updated_at'),
  })
}

function branchOf(payload: Payload): string | undefined {
  const [branch] = recordsAt(payload, 'branches') ?? []
  return branch && textAt(branch, 'name')
}
