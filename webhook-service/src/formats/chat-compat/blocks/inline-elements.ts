import type { Payload } from '../../payload.ts'
import { escapeMarkdown } from '../../text/markdown.ts'
import { sanitizeFragment } from '../../text/sanitize-text.ts'
import { dateText, reference } from '../markup/control-sequence.ts'
import { convertEmoji } from '../markup/emoji.ts'
import { decodeEntities } from '../markup/entities.ts'
import { typeOf } from '../payload-values.ts'

/** `markdown` is set where it is more than the escaped plain text. */
type Inline = { plain: string; markdown?: string }

export const inlineElements: Record<string, (element: Payload) => Inline> = {
  text: ({ text }) => ({ plain: plainTextOf(text) }),
  link: ({ text, url }) => {
    const [label, target] = [plainTextOf(text), plainTextOf(url)]
    return { plain: label || target, markdown: reference(target, escapeMarkdown(label), 'text') }
  },
  user: () => fixed('@user'),
  channel: () => fixed('#channel'),
  usergroup: () => fixed('@group'),
  team: () => fixed('@team'),
  broadcast: ({ range }) => ({ plain: plainTextOf(range) }),
  emoji: (element) => ({ plain: emojiOf(element) }),
  date: ({ timestamp, url, fallback }) => {
    const parts = [plainTextOf(timestamp), '', plainTextOf(url)]
    const plain = plainTextOf(fallback)
    return { plain: dateText(parts, plain, 'code'), markdown: dateText(parts, escapeMarkdown(plain), 'text') }
  },
  color: ({ value }) => ({ plain: plainTextOf(value) }),
}

export function renderInline(element: Payload): Required<Inline> {
  const type = typeOf(element)
  const read = Object.hasOwn(inlineElements, type) ? inlineElements[type] : inlineElements.text
  const { plain, markdown } = read?.(element) ?? { plain: '' }
  return { plain, markdown: markdown ?? escapeMarkdown(plain) }
}

const fixed = (plain: string): Inline => ({ plain, markdown: plain })

/**
 * Keeps outer whitespace, which separates elements. Sanitizes before anything is escaped: a character that is
 * removed later could hide the start of a line from the escaping.
 */
function plainTextOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? convertEmoji(decodeEntities(sanitizeFragment(value))) : ''
}

const skinTones = /^1f3f[b-f]$/i

function emojiOf({ name, unicode }: Payload): string {
  const points =
    typeof unicode === 'string' && /^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,9}$/i.test(unicode) ? unicode : ''
  const numbers = points
    .split('-')
    .filter((point) => !skinTones.test(point))
    .map((point) => Number.parseInt(point, 16))
  if (points && numbers.every((point) => point <= 0x10ffff))
    return sanitizeFragment(String.fromCodePoint(...numbers))
  const shortcode = plainTextOf(name).replace(/::skin-tone-[2-6]$/, '')
  return shortcode && convertEmoji(`:${shortcode}:`)
}
