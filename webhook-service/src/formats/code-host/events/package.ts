import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'
import { field } from '../fields.ts'

export function packagePublished(payload: Payload): Embed {
  return packageEmbed(payload, 'package')
}

export function registryPackagePublished(payload: Payload): Embed {
  return packageEmbed(payload, 'registry_package')
}

function packageEmbed(payload: Payload, path: string): Embed {
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

/** The version of a container image is a digest; the tag is more useful. */
function versionOf(payload: Payload, path: string): string | undefined {
  return firstTextAt(payload, `${path}.container_metadata.tag.name`, `${path}.version`)
}
