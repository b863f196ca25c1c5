import { toIsoTime } from '../../text/iso-time.ts'
import { link, toLabelLine } from '../../text/markdown.ts'
import type { Piece } from '../../text/markdown-writer.ts'
import { linkTarget } from '../../text/web-url.ts'
import { decodeEntities } from './entities.ts'

/** What a control sequence shows: text, or a link. `plain` is shown instead where there are no links. */
export type Shown = { text: string } | { label: string; url: string; plain?: string }

const maxLabelLength = 2000

/** Reads the inside of `<…>`. Mentions become plain words. */
export function readControlSequence(sequence: string): Shown {
  const bar = sequence.indexOf('|')
  const target = decodeEntities(bar < 0 ? sequence : sequence.slice(0, bar))
  const label = bar < 0 ? '' : decodeEntities(sequence.slice(bar + 1)).trim()
  if (target.startsWith('@')) return { text: label ? `@${label.replace(/^@/, '')}` : '@user' }
  if (target.startsWith('#')) return { text: channelName(label) }
  if (target.startsWith('!')) return specialWord(target.slice(1), label)
  if (/^(?:https?|mailto):/i.test(target)) return { label, url: target }
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) && label) return { text: label }
  return { text: `<${decodeEntities(sequence)}>` }
}

/** A further `#` or a space before the name would make it a heading. */
function channelName(label: string): string {
  const name = label.replace(/^[#\s]+/, '')
  return name ? `#${name}` : '#channel'
}

function specialWord(command: string, label: string): Shown {
  const [name = '', ...rest] = command.split('^')
  if (name === 'date') return readDate(rest, label)
  if (label) return { text: label }
  return { text: name === 'subteam' ? '@group' : name }
}

/** `!date^seconds^format^link|fallback`. The sender's fallback is preferred to a date of our own format. */
export function readDate([seconds, , url]: string[], fallback: string): Shown {
  const at = toIsoTime(Number(seconds || Number.NaN) * 1000)
  const text = fallback || (at ? `${at.slice(0, 16).replace('T', ' ')} UTC` : '')
  return url && text ? { label: text, url, plain: text } : { text }
}

/** A URL that cannot be linked becomes text. */
export function pieceOf(shown: Shown): Piece {
  if ('text' in shown) return shown
  const { label, url } = shown
  if (label) return linkTarget(url) ? link(toLabelLine(label, maxLabelLength), url) : { text: label }
  if (!linkTarget(url)) return { text: url }
  if (!/^mailto:/i.test(url)) return { address: url }
  return link(toLabelLine(url.slice('mailto:'.length), maxLabelLength), url)
}

export function plainTextOf(shown: Shown): string {
  if ('text' in shown) return shown.text
  const { label, url, plain } = shown
  return plain ?? (label && label !== url ? `${label} (${url})` : url)
}
