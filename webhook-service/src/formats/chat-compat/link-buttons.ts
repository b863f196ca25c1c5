import { isPayload, type Payload } from '../payload.ts'
import { link } from '../text/markdown.ts'
import { linkTarget } from '../text/web-url.ts'
import { renderLabel } from './markup/render-text.ts'
import { toObjects } from './payload-values.ts'

const maxLabelLength = 80

/** Buttons with a URL become links. Other buttons need an app and are dropped. */
export function linkButtons(actions: unknown): string {
  return toObjects(actions).flatMap(linkButton).join(' · ')
}

function linkButton({ text, url }: Payload): string[] {
  if (!linkTarget(url)) return []
  const label = renderLabel(isPayload(text) ? text.text : text, maxLabelLength)
  return [link(label || 'Open', url)]
}
