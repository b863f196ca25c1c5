import { parseTime } from '@gatehouse/service-kit/time/parse-time'
import type { Embed, EmbedField } from '../embed.ts'
import { digitsAt, firstTextAt, objectsAt, type Payload, textAt } from '../payload.ts'
import { link, toMarkdownLine } from '../text/markdown.ts'
import { branchNames } from './branch-names.ts'
import { buildEmbed, colors, humanize, writtenLine } from './build-embed.ts'
import { commitLine, commitUrl, subjectOf } from './commits.ts'
import { field } from './fields.ts'

export const routineConclusions = ['skipped', 'neutral', 'stale']

const colorOf: Record<string, number> = {
  success: colors.open,
  failure: colors.closed,
  timed_out: colors.closed,
  startup_failure: colors.closed,
  action_required: colors.warning,
  cancelled: colors.neutral,
}

const maxPullRequests = 3
/** Of those that the payload names. A commit is in few. */
const maxRead = 100

type Check = {
  path: string
  name: string
  branch: string
  url?: string | undefined
  /** Markdown before the commit. */
  description?: string | undefined
  fields?: EmbedField[]
}

/** An unknown conclusion is shown in a neutral color. */
export function checkEmbed(payload: Payload, check: Check): Embed | undefined {
  const { path, name, branch, url, description, fields = [] } = check
  const conclusion = textAt(payload, `${path}.conclusion`) ?? 'completed'
  if (routineConclusions.includes(conclusion)) return undefined
  const outcome = humanize(conclusion) || 'completed'
  const { shown = '' } = branchNames(payload, branch)
  const branchName = toMarkdownLine(shown, 140)
  return buildEmbed(payload, {
    title: `${toMarkdownLine(name, 140)} ${outcome}${branchName ? ` on ${branchName}` : ''}`,
    url,
    color: (Object.hasOwn(colorOf, conclusion) && colorOf[conclusion]) || colors.neutral,
    description: [description, displayTitle(payload, path), commitOf(payload, path)]
      .filter(Boolean)
      .join('\n'),
    fields: [...triggerField(payload, path), ...fields, ...field('Duration', durationOf(payload, path))],
    time: textAt(payload, `${path}.completed_at`) ?? textAt(payload, `${path}.updated_at`),
  })
}

/** The title of the pull request or the name of the run, unless it is that of the commit. */
function displayTitle(payload: Payload, path: string): string | undefined {
  const title = textAt(payload, `${path}.display_title`)
  const isOfCommit = title === subjectOf(textAt(payload, `${path}.head_commit.message`))
  return title && !isOfCommit ? writtenLine(title, 200) : undefined
}

function commitOf(payload: Payload, path: string): string {
  const hash = firstTextAt(payload, `${path}.head_sha`, `${path}.head_commit.id`)
  return commitLine({
    hash,
    message: textAt(payload, `${path}.head_commit.message`),
    author: textAt(payload, `${path}.head_commit.author.name`),
    url: commitUrl(payload, hash),
  })
}

/** What started the run. The payload of a fork's run names no pull request. */
function triggerField(payload: Payload, path: string): EmbedField[] {
  const event = textAt(payload, `${path}.event`)
  const requests = pullRequestsOf(payload, path)
  const value = [event && humanize(event), ...requests].filter(Boolean).join(' ')
  return value ? [{ name: event ? 'Trigger' : 'Pull request', value, inline: true }] : []
}

function pullRequestsOf(payload: Payload, path: string): string[] {
  const repository = textAt(payload, 'repository.html_url')
  const own = textAt(payload, 'repository.id')
  return (objectsAt(payload, `${path}.pull_requests`) ?? [])
    .slice(0, maxRead)
    .filter((request) => [undefined, own].includes(textAt(request, 'base.repo.id')))
    .slice(0, maxPullRequests)
    .flatMap((request) => {
      const number = digitsAt(request, 'number')
      return number ? [link(`#${number}`, repository && `${repository}/pull/${number}`)] : []
    })
}

/** Of the last attempt. */
function durationOf(payload: Payload, path: string): string | undefined {
  const start = firstTextAt(payload, `${path}.run_started_at`, `${path}.started_at`)
  const end = start && firstTextAt(payload, `${path}.completed_at`, `${path}.updated_at`)
  const [from, to] = [start, end].map((text) => (text ? parseTime(text) : undefined))
  const seconds = from === undefined || to === undefined ? 0 : Math.round((to - from) / 1000)
  return seconds > 0 ? inWords(seconds) : undefined
}

function inWords(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  const rest = seconds % 60
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`]
    .filter(Boolean)
    .join(' ')
}
