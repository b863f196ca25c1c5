import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed } from '../../embed.ts'
import { firstTextAt, objectsAt, type Payload, textAt } from '../../payload.ts'
import { redactedText } from '../../redaction/redacted-markdown.ts'
import { joinLines } from '../../text/join-lines.ts'
import { actorAuthor, field, literalField } from '../build-embed.ts'
import { issueEmbed } from './issue.ts'
import { pullRequestLinks } from './seer.ts'

/** Of the types whose name does not say it. */
const words: Record<string, string> = {
  note: 'New comment',
  first_seen: 'Issue first seen',
  seer_rca_started: 'Seer looks for the root cause',
  seer_rca_completed: 'Seer found the root cause',
  seer_solution_started: 'Seer looks for a solution',
  seer_solution_completed: 'Seer found a solution',
  seer_coding_started: 'Seer writes the code',
  seer_coding_completed: 'Seer wrote the code',
  seer_pr_created: 'Seer opened a pull request',
}

/** An alert rule on what happens to an issue, rather than on its events. */
export function activityAlertTriggered(payload: Payload): Embed {
  const details = 'data.activity.details'
  const text = firstTextAt(payload, `${details}.summary`, `${details}.text`)
  const description = joinLines([
    text ? redactedText(text, messageLimits.excerpt) : '',
    pullRequestLinks(objectsAt(payload, `${details}.pull_requests`) ?? []),
  ])
  const embed = issueEmbed(payload, {
    titlePrefix: `${wordsOf(textAt(payload, 'data.activity.type'))}: `,
    time: 'data.issue.lastSeen',
    more: [
      field('Rule', textAt(payload, 'data.alert.title')),
      literalField('Release', textAt(payload, `${details}.version`)),
    ],
  })
  const author = actorAuthor(payload)
  return { ...embed, ...(description && { description }), ...(author && { author }) }
}

/** `set_resolved_in_release` is "Issue resolved in release". */
function wordsOf(type: string | undefined): string {
  const name = type?.toLowerCase() ?? ''
  if (Object.hasOwn(words, name)) return words[name] ?? ''
  const change = /^(?:auto_)?(?:set_)?([a-z_]{1,40})$/.exec(name)?.[1]
  return change ? `Issue ${change.replaceAll('_', ' ')}` : 'Issue activity'
}
