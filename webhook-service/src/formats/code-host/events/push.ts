import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededRecords, neededText, textAt, Unrenderable, valueAt } from '../../payload.ts'
import { foreignLine, inlineCode, link } from '../../text/markdown.ts'
import { fromVisible, isVisible } from '../../text/visible-text.ts'
import { webUrl } from '../../text/web-url.ts'
import { card, colours, shortHash } from '../build-embed.ts'

const listed = 5
const branches = 'refs/heads/'

/** Commits on a branch. Tags have their own event, merge queues and deletions say nothing (contract.md 8 row 9). */
export function push(payload: Payload): Embed | undefined {
  const branch = branchOf(neededText(payload, 'ref'))
  if (branch === undefined || isDeletion(payload)) return undefined
  if (!isVisible(branch)) throw new Unrenderable('ref')
  if (payload.forced === true) return forcePush(payload, branch)
  const commits = neededRecords(payload, 'commits')
  return commits.length > 0 ? newCommits(payload, branch, commits) : undefined
}

function branchOf(ref: string): string | undefined {
  if (ref.startsWith('refs/') && !ref.startsWith(branches)) return undefined
  const branch = ref.startsWith(branches) ? ref.slice(branches.length) : ref
  return branch.startsWith('gh-readonly-queue/') ? undefined : branch
}

function isDeletion(payload: Payload): boolean {
  return payload.deleted === true || /^0{40,64}$/.test(textAt(payload, 'after') ?? '')
}

function forcePush(payload: Payload, branch: string): Embed {
  const after = textAt(payload, 'after')
  return card(payload, {
    place: repositoryName(payload),
    title: `${foreignLine(branch, 100)} force-pushed${after ? ` to ${shortHash(after)}` : ''}`,
    url: payload.compare,
    color: colours.closed,
    description: webUrl(payload.compare) && link('Compare changes', payload.compare),
    time: textAt(payload, 'head_commit.timestamp'),
  })
}

function newCommits(payload: Payload, branch: string, commits: Payload[]): Embed {
  const only = commits.length === 1 ? webUrl(commits[0]?.url) : undefined
  const more = commits.length > listed ? [`+${commits.length - listed} more`] : []
  return card(payload, {
    place: locationOf(payload, branch),
    title: `${commits.length} new commit${commits.length === 1 ? '' : 's'}`,
    url: only ?? payload.compare,
    color: colours.info,
    description: [...commits.slice(0, listed).map(commitLine), ...more].filter(Boolean).join('\n'),
    time: textAt(payload, 'head_commit.timestamp'),
  })
}

function locationOf(payload: Payload, branch: string): string {
  const repository = repositoryName(payload)
  return `${repository ? `${repository}:` : ''}${foreignLine(branch, 100)}`
}

function repositoryName(payload: Payload): string {
  return foreignLine(textAt(payload, 'repository.name') ?? '', 100)
}

function commitLine(commit: Payload): string {
  const hash = textAt(commit, 'id')
  const subject = fromVisible(textAt(commit, 'message') ?? '').split(/[\r\n]/, 1)[0]
  const author = textAt(commit, 'author.username') ?? textAt(commit, 'author.name')
  return [
    hash && link(inlineCode(fromVisible(hash).slice(0, 7), 7), valueAt(commit, 'url')),
    subject && foreignLine(subject, 200),
    author && `– ${foreignLine(author, 80)}`,
  ]
    .filter(Boolean)
    .join(' ')
}
