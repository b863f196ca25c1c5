import { toIsoTime } from '../../text/iso-time.ts'
import { escapeMarkdown, link, toMarkdownLine } from '../../text/markdown.ts'
import { linkTarget } from '../../text/web-url.ts'
import { decodeEntities } from './entities.ts'

/** Whether the sequence stands where markdown works, or in code, where only plain text can replace it. */
export type MarkupContext = 'text' | 'code'

const maxLabelLength = 2000

/** What stands between angle brackets in the sender's markup, as our markdown (webhooks.md C2, Text). Nobody is pinged. */
export function convertControlSequence(sequence: string, surroundings: MarkupContext): string {
  const bar = sequence.indexOf('|')
  const target = decodeEntities(bar < 0 ? sequence : sequence.slice(0, bar))
  const given = bar < 0 ? '' : decodeEntities(sequence.slice(bar + 1)).trim()
  const text = surroundings === 'code' ? given : toMarkdownLine(given, maxLabelLength)
  if (target.startsWith('@')) return text ? `@${text.replace(/^@/, '')}` : '@user'
  if (target.startsWith('#')) return channelName(given, surroundings)
  if (target.startsWith('!')) return specialWord(target.slice(1), text, surroundings)
  if (/^(?:https?|mailto):/i.test(target)) return reference(target, text, surroundings)
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) && text) return text
  const literal = `<${decodeEntities(sequence)}>`
  return surroundings === 'code' ? literal : escapeMarkdown(literal)
}

/** Marks of its own before the name would make a heading of it. */
function channelName(given: string, surroundings: MarkupContext): string {
  const name = given.replace(/^[#\s]+/, '')
  const text = surroundings === 'code' ? name : toMarkdownLine(name, maxLabelLength)
  return text ? `#${text}` : '#channel'
}

/** `here`, `channel` and `everyone` become the plain word. */
function specialWord(command: string, label: string, surroundings: MarkupContext): string {
  const [name = '', ...rest] = command.split('^')
  if (name === 'date') return dateText(rest, label, surroundings)
  if (label) return label
  return name === 'subteam' ? '@group' : escapeMarkdown(name)
}

/** `!date^seconds^format^link|fallback`: the fallback is the sender's own wording, so it wins over ours. */
export function dateText([seconds, , url]: string[], fallback: string, surroundings: MarkupContext): string {
  const at = toIsoTime(Number(seconds || Number.NaN) * 1000)
  const text = fallback || (at ? `${at.slice(0, 16).replace('T', ' ')} UTC` : '')
  return url && text && surroundings === 'text' ? link(text, url) : text
}

/** A link, or the bare URL without a label; what cannot be linked is only told. The label is markdown already. */
export function reference(url: string, label: string, surroundings: MarkupContext): string {
  if (surroundings === 'code') return label && label !== url ? `${label} (${url})` : url
  if (label) return link(label, url)
  const bare = linkTarget(url)
  if (!bare) return escapeMarkdown(url)
  return /^mailto:/i.test(url) ? link(escapeMarkdown(url.slice('mailto:'.length)), url) : bare
}
