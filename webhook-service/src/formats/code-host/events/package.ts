import type { Render } from '../../events/event-rule.ts'
import { firstTextAt, type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'
import { field } from '../fields.ts'

/** `path`: of the package. */
export function packagePublished(path: string): Render {
  return (payload) => {
    const name = requireText(payload, `${path}.name`)
    const version = versionOf(payload, `${path}.package_version`)
    return buildEmbed(payload, {
      title: `Package published: ${toMarkdownLine(name, 140)}${version ? ` ${toMarkdownLine(version, 80)}` : ''}`,
      url: firstTextAt(payload, `${path}.package_version.html_url`, `${path}.html_url`),
      color: colors.open,
      fields: field('Type', textAt(payload, `${path}.package_type`)),
      time: firstTextAt(payload, `${path}.package_version.created_at`, `${path}.created_at`),
    })
  }
}

/** The version of a container image is a digest; the tag is more useful. */
function versionOf(payload: Payload, path: string): string | undefined {
  const version = firstTextAt(payload, `${path}.container_metadata.tag.name`, `${path}.version`)
  return version?.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]{52}$/, '$1')
}
