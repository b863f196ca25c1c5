import type { Embed } from '../../embed.ts'
import { type Payload, requireObject, requireText, textAt, valueAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors, excerpt, writtenLine } from '../build-embed.ts'

/** One release causes up to three events; only `published` is shown. */
export function releasePublished(payload: Payload): Embed {
  requireObject(payload, 'release')
  const tag = textAt(payload, 'release.tag_name')
  const name = tag ? toMarkdownLine(tag, 200) : writtenLine(requireText(payload, 'release.name'), 200)
  return buildEmbed(payload, {
    title: `New release published: ${name}`,
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
