import { splitAddresses } from '../../text/addresses.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import { link } from '../../text/markdown.ts'
import { markdownWriter, type Piece } from '../../text/markdown-writer.ts'
import { truncateMarkdown } from '../../text/truncate.ts'
import { linkTarget } from '../../text/web-url.ts'
import { decodeEntities } from './entities.ts'

/**
 * What a control sequence shows: words, the label that the sender gave, or a link. `plain` is shown instead of a link where there are none.
 */
export type Shown =
  | { text: string }
  | { before: string; label: string }
  | { label: string; url: string; plain?: string }

const maxLabelLength = 2000

/** Reads the inside of `<…>`. Mentions become plain words. */
export function readControlSequence(sequence: string): Shown {
  const bar = sequence.indexOf('|')
  const target = decodeEntities(bar < 0 ? sequence : sequence.slice(0, bar))
  const label = bar < 0 ? '' : decodeEntities(sequence.slice(bar + 1)).trim()
  if (target.startsWith('@'))
    return label ? { before: '@', label: label.replace(/^@/, '') } : { text: '@user' }
  if (target.startsWith('#')) return channelName(label)
  if (target.startsWith('!')) return specialWord(target.slice(1), label)
  if (/^(?:https?|mailto):/i.test(target)) return { label, url: target }
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) && label) return { before: '', label }
  return { before: '', label: `<${decodeEntities(sequence)}>` }
}

/** A further `#` or a space before the name would make it a heading. */
function channelName(label: string): Shown {
  const name = label.replace(/^[#\s]+/, '')
  return name ? { before: '#', label: name } : { text: '#channel' }
}

function specialWord(command: string, label: string): Shown {
  const [name = '', ...rest] = command.split('^')
  if (name === 'date') return readDate(rest, label)
  if (label) return { before: '', label }
  return { text: name === 'subteam' ? '@group' : name }
}

/** `!date^seconds^format^link|fallback`. The sender's fallback is preferred to a date of our own format. */
export function readDate([seconds, , url]: string[], fallback: string): Shown {
  const at = toIsoTime(Number(seconds || Number.NaN) * 1000)
  const text = fallback || (at ? `${at.slice(0, 16).replace('T', ' ')} UTC` : '')
  return url && text ? { label: text, url, plain: text } : { before: '', label: text }
}

/** A URL that cannot be linked becomes text, and a label that has the address of another host is followed by that of the link. */
export function piecesOf(shown: Shown, readLabel: (label: string) => Piece[] = literal): Piece[] {
  if ('text' in shown) return [shown]
  if ('before' in shown) return [...(shown.before ? [shown.before] : []), ...readLabel(shown.label)]
  const { label, url } = shown
  const target = linkTarget(url)
  if (!target) return label ? readLabel(label) : [{ text: url }]
  if (!label && !/^mailto:/i.test(url)) return [{ address: url }]
  const pieces = label ? readLabel(label) : literal(url.slice('mailto:'.length))
  const isOther = splitAddresses(label).some(
    (part) => 'address' in part && URL.parse(part.address)?.host !== URL.parse(target)?.host,
  )
  return isOther ? [...pieces, ' (', { address: url }, ')'] : linkOf(pieces, url)
}

const literal = (text: string): Piece[] => [{ text }]

/** Marks around all of the label stand around the link; those inside of it go, since some parsers end marks around the link at them. */
function linkOf(pieces: Piece[], url: string): Piece[] {
  const inner = pieces.filter((piece) => typeof piece === 'string' || !('open' in piece || 'close' in piece))
  let outer = 0
  while (areOne(pieces[outer], pieces.at(-1 - outer))) outer += 1
  const writer = markdownWriter()
  for (const piece of inner) writer.add(piece)
  const label = truncateMarkdown(writer.toString(), maxLabelLength)
  return [...pieces.slice(0, outer), link(label, url), ...pieces.slice(pieces.length - outer)]
}

function areOne(first: Piece | undefined, last: Piece | undefined): boolean {
  if (typeof first !== 'object' || typeof last !== 'object') return false
  return 'open' in first && 'close' in last && first.open === last.close
}

export function plainTextOf(shown: Shown): string {
  if ('text' in shown) return shown.text
  if ('before' in shown) return shown.before + shown.label
  const { label, url, plain } = shown
  return plain ?? (label && label !== url ? `${label} (${url})` : url)
}
