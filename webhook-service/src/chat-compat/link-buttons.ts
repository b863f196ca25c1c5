import type { Payload } from '../code-host/payload.ts'
import { isPayload } from '../code-host/payload.ts'
import { link } from '../messages/markdown.ts'
import { linkTarget } from '../messages/web-url.ts'
import { records } from './foreign-values.ts'
import { shownLabel } from './shown-text.ts'

const maxLabelLength = 80

/** The buttons that only open a page, as links in one line; what needs an app behind it is dropped. */
export function linkButtons(actions: unknown): string {
  return records(actions).flatMap(linkButton).join(' · ')
}

function linkButton({ text, url }: Payload): string[] {
  const label = shownLabel(isPayload(text) ? text.text : text, maxLabelLength)
  return linkTarget(url) ? [link(label || 'Open', url)] : []
}
