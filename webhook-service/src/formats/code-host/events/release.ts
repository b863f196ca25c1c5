import { parseTime } from '@gatehouse/service-kit/time/parse-time'
import type { Embed } from '../../embed.ts'
import { type Payload, requireObject, requireText, textAt, valueAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors, excerpt, writtenLine } from '../build-embed.ts'

const maxDelayOfPublishing = 60_000

/** One release causes up to three events; only `published` is shown. */
export function releasePublished(payload: Payload): Embed {
  const isPrerelease = valueAt(payload, 'release.prerelease') === true
  return releaseEmbed(payload, isPrerelease ? 'New prerelease published' : 'New release published')
}

/** Only of a prerelease that became a release: of a new one, `published` comes at the same time. */
export function releasePromoted(payload: Payload): Embed | undefined {
  const [published, updated] = ['published_at', 'updated_at'].map((name) =>
    parseTime(textAt(payload, `release.${name}`) ?? ''),
  )
  const isPromoted =
    published !== undefined && updated !== undefined && updated - published > maxDelayOfPublishing
  return isPromoted ? releaseEmbed(payload, 'Prerelease became a release') : undefined
}

function releaseEmbed(payload: Payload, change: string): Embed {
  requireObject(payload, 'release')
  const tag = textAt(payload, 'release.tag_name')
  const name = tag ? textAt(payload, 'release.name') : requireText(payload, 'release.name')
  const shown = [tag && toMarkdownLine(tag, 200), name && name !== tag && writtenLine(name, 200)]
  return buildEmbed(payload, {
    title: `${change}: ${shown.filter(Boolean).join(' – ')}`,
    url: textAt(payload, 'release.html_url'),
    color: valueAt(payload, 'release.prerelease') === true ? colors.warning : colors.open,
    description: excerpt(payload, 'release.body', filesOf(payload, tag)),
    time: textAt(payload, 'release.published_at'),
  })
}

/** The code host reads a plain path in a release as a file of its tag. */
function filesOf(payload: Payload, tag: string | undefined): string | undefined {
  const repository = textAt(payload, 'repository.html_url')
  const path = tag?.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return repository && path && `${repository}/blob/${path}/`
}
