import type { Payload } from '../payload.ts'
import { isPayload } from '../payload.ts'
import { link } from '../text/markdown.ts'
import { linkTarget } from '../text/web-url.ts'
import { renderLabel } from './markup/render-text.ts'
import { records } from './payload-values.ts'

const maxLabelLength = 80

/** The buttons that only open a page, as links in one line; what needs an app behind it is dropped. */
export function linkButtons(actions: unknown): string {
  return records(actions).flatMap(linkButton).join(' · ')
}

function linkButton({ text, url }: Payload): string[] {
  const label = renderLabel(isPayload(text) ? text.text : text, maxLabelLength)
  return linkTarget(url) ? [link(label || 'Open', url)] : []
}
