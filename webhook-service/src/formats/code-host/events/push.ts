import type { Embed } from '../../embed.ts'
import {
  type Payload,
  requireObjects,
  requireText,
  textAt,
  UnrenderableError,
  valueAt,
} from '../../payload.ts'
import { inlineCode, link, toMarkdownLine } from '../../text/markdown.ts'
import { hasVisibleText, trimInvisibleStart } from '../../text/visible-text.ts'
import { webUrl } from '../../text/web-url.ts'
import { buildEmbed, colors, shortHash, writtenLine } from '../build-embed.ts'

const maxListed = 5
const branchPrefix = 'refs/heads/'

/** Tags and deletions have events of their own; pushes to merge queues are temporary. */
export function push(payload: Payload): Embed | undefined {
  const branch = branchOf(requireText(payload, 'ref'))
  if (branch === undefined || isDeletion(payload)) return undefined
  if (!hasVisibleText(branch)) throw new UnrenderableError('ref')
  if (payload.forced === true) return forcePush(payload, branch)
  const commits = requireObjects(payload, 'commits')
  return commits.length > 0 ? newCommits(payload, branch, commits) : undefined
}

function branchOf(ref: string): string | undefined {
  if (ref.startsWith('refs/') && !ref.startsWith(branchPrefix)) return undefined
  const branch = ref.startsWith(branchPrefix) ? ref.slice(branchPrefix.length) : ref
  return branch.startsWith('gh-readonly-queue/') ? undefined : branch
}

function isDeletion(payload: Payload): boolean {
  return payload.deleted === true || /^0{40,64}$/.test(textAt(payload, 'after') ?? '')
}

function forcePush(payload: Payload, branch: string): Embed {
  const after = textAt(payload, 'after')
  return buildEmbed(payload, {
    prefix: repositoryName(payload),
    title: `${toMarkdownLine(branch, 100)} force-pushed${after ? ` to ${shortHash(after)}` : ''}`,
    url: payload.compare,
    color: colors.closed,
    description: webUrl(payload.compare) && link('Compare changes', payload.compare),
    time: textAt(payload, 'head_commit.timestamp'),
  })
}

function newCommits(payload: Payload, branch: string, commits: Payload[]): Embed {
  const only = commits.length === 1 ? webUrl(commits[0]?.url) : undefined
  const more = commits.length > maxListed ? [`+${commits.length - maxListed} more`] : []
  return buildEmbed(payload, {
    prefix: repositoryAndBranch(payload, branch),
    title: `${commits.length} new commit${commits.length === 1 ? '' : 's'}`,
    url: only ?? payload.compare,
    color: colors.info,
    description: [...commits.slice(0, maxListed).map(commitLine), ...more].filter(Boolean).join('\n'),
    time: textAt(payload, 'head_commit.timestamp'),
  })
}

function repositoryAndBranch(payload: Payload, branch: string): string {
  const repository = repositoryName(payload)
  return `${repository ? `${repository}:` : ''}${toMarkdownLine(branch, 100)}`
}

function repositoryName(payload: Payload): string {
  return toMarkdownLine(textAt(payload, 'repository.name') ?? '', 100)
}

function commitLine(commit: Payload): string {
  const hash = textAt(commit, 'id')
  const subject = trimInvisibleStart(textAt(commit, 'message') ?? '').split(/[\r\n]/, 1)[0]
  const author = textAt(commit, 'author.username') ?? textAt(commit, 'author.name')
  return [
    hash && link(inlineCode(trimInvisibleStart(hash).slice(0, 7), 7), valueAt(commit, 'url')),
    subject && writtenLine(subject, 200),
    author && `– ${toMarkdownLine(author, 80)}`,
  ]
    .filter(Boolean)
    .join(' ')
}
