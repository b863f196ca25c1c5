import type { Embed } from '../../embed.ts'
import {
  firstTextAt,
  type Payload,
  requireObjects,
  requireText,
  textAt,
  UnrenderableError,
  valueAt,
} from '../../payload.ts'
import { link, toMarkdownLine } from '../../text/markdown.ts'
import { hasVisibleText } from '../../text/visible-text.ts'
import { webUrl } from '../../text/web-url.ts'
import { buildEmbed, colors, shortHash } from '../build-embed.ts'
import { commitLine } from '../commits.ts'

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
  const listed = newest(payload, commits)
  const more = commits.length - listed.length
  return buildEmbed(payload, {
    prefix: repositoryAndBranch(payload, branch),
    title: `${commits.length} new commit${commits.length === 1 ? '' : 's'}`,
    url: only ?? payload.compare,
    color: colors.info,
    description: [...listed.map(lineOf), more > 0 && link(`+${more} more`, payload.compare)]
      .filter(Boolean)
      .join('\n'),
    time: textAt(payload, 'head_commit.timestamp'),
  })
}

/** In the order of the sender: GitHub sends the oldest commit first, Gitea the newest. */
function newest(payload: Payload, commits: Payload[]): Payload[] {
  const head = textAt(payload, 'head_commit.id')
  const isNewestFirst = head !== undefined && head === textAt(commits[0] ?? {}, 'id')
  return isNewestFirst ? commits.slice(0, maxListed) : commits.slice(-maxListed)
}

function repositoryAndBranch(payload: Payload, branch: string): string {
  const repository = repositoryName(payload)
  return `${repository ? `${repository}:` : ''}${toMarkdownLine(branch, 100)}`
}

function repositoryName(payload: Payload): string {
  return toMarkdownLine(textAt(payload, 'repository.name') ?? '', 100)
}

function lineOf(commit: Payload): string {
  return commitLine({
    hash: textAt(commit, 'id'),
    message: textAt(commit, 'message'),
    author: firstTextAt(commit, 'author.username', 'author.name'),
    url: valueAt(commit, 'url'),
  })
}
