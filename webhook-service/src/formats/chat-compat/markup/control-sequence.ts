import { toIsoTime } from '../../text/iso-time.ts'
import { escapeMarkdown, link, toMarkdownLine } from '../../text/markdown.ts'
import { linkTarget } from '../../text/web-url.ts'
import { decodeEntities } from './entities.ts'

export type MarkupContext = 'text' | 'code'

const maxLabelLength = 2000

/** Converts the inside of `<…>` to markdown. Mentions become plain words. */
export function convertControlSequence(sequence: string, context: MarkupContext): string {
  const bar = sequence.indexOf('|')
  const target = decodeEntities(bar < 0 ? sequence : sequence.slice(0, bar))
  const given = bar < 0 ? '' : decodeEntities(sequence.slice(bar + 1)).trim()
  const text = context === 'code' ? given : toMarkdownLine(given, maxLabelLength)
  if (target.startsWith('@')) return text ? `@${text.replace(/^@/, '')}` : '@user'
  if (target.startsWith('#')) return channelName(given, context)
  if (target.startsWith('!')) return specialWord(target.slice(1), text, context)
  if (/^(?:https?|mailto):/i.test(target)) return reference(target, text, context)
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) && text) return text
  const literal = `<${decodeEntities(sequence)}>`
  return context === 'code' ? literal : escapeMarkdown(literal)
}

/** A further `#` or a space before the name would make it a heading. */
function channelName(given: string, context: MarkupContext): string {
  const name = given.replace(/^[#\s]+/, '')
  const text = context === 'code' ? name : toMarkdownLine(name, maxLabelLength)
  return text ? `#${text}` : '#channel'
}

function specialWord(command: string, label: string, context: MarkupContext): string {
  const [name = '', ...rest] = command.split('^')
  if (name === 'date') return dateText(rest, label, context)
  if (label) return label
  return name === 'subteam' ? '@group' : escapeMarkdown(name)
}

/** `!date^seconds^format^link|fallback`. The sender's fallback is preferred to a date of our own format. */
export function dateText([seconds, , url]: string[], fallback: string, context: MarkupContext): string {
  const at = toIsoTime(Number(seconds || Number.NaN) * 1000)
  const text = fallback || (at ? `${at.slice(0, 16).replace('T', ' ')} UTC` : '')
  return url && text && context === 'text' ? link(text, url) : text
}

/** `label` is markdown already. A URL that cannot be linked becomes text. */
export function reference(url: string, label: string, context: MarkupContext): string {
  if (context === 'code') return label && label !== url ? `${label} (${url})` : url
  if (label) return link(label, url)
  const bare = linkTarget(url)
  if (!bare) return escapeMarkdown(url)
  return /^mailto:/i.test(url) ? link(escapeMarkdown(url.slice('mailto:'.length)), url) : bare
}
