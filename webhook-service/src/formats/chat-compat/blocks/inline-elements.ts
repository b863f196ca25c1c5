import type { Payload } from '../../payload.ts'
import { escapeMarkdown } from '../../text/markdown.ts'
import { sanitizeFragment } from '../../text/sanitize-text.ts'
import { dateText, reference } from '../markup/control-sequence.ts'
import { convertEmoji } from '../markup/emoji.ts'
import { decodeEntities } from '../markup/entities.ts'
import { typeOf } from '../payload-values.ts'

/** What an element says: as words for code and tables, and as markdown where that is more than the words escaped. */
type Inline = { words: string; markdown?: string }

/** Every element of rich text we know. Whoever it would mention is told by a plain word. */
export const inlineElements: Record<string, (element: Payload) => Inline> = {
  text: ({ text }) => ({ words: wordsOf(text) }),
  link: ({ text, url }) => {
    const [label, target] = [wordsOf(text), wordsOf(url)]
    return { words: label || target, markdown: reference(target, escapeMarkdown(label), 'text') }
  },
  user: () => plain('@user'),
  channel: () => plain('#channel'),
  usergroup: () => plain('@group'),
  team: () => plain('@team'),
  broadcast: ({ range }) => ({ words: wordsOf(range) }),
  emoji: (element) => ({ words: emojiOf(element) }),
  date: ({ timestamp, url, fallback }) => {
    const parts = [wordsOf(timestamp), '', wordsOf(url)]
    const words = wordsOf(fallback)
    return { words: dateText(parts, words, 'code'), markdown: dateText(parts, escapeMarkdown(words), 'text') }
  },
  color: ({ value }) => ({ words: wordsOf(value) }),
}

/** An element that came later than this list is told by its text. */
export function renderInline(element: Payload): Required<Inline> {
  const type = typeOf(element)
  const read = Object.hasOwn(inlineElements, type) ? inlineElements[type] : inlineElements.text
  const { words, markdown } = read?.(element) ?? { words: '' }
  return { words, markdown: markdown ?? escapeMarkdown(words) }
}

const plain = (words: string): Inline => ({ words, markdown: words })

/**
 * White space counts here: `a `, `b` are two words. Cleaned before anything is made of it, or what is taken out later would
 * have hidden the start of a line from us.
 */
function wordsOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? convertEmoji(decodeEntities(sanitizeFragment(value))) : ''
}

const skinTones = /^1f3f[b-f]$/i

/** The emoji by its code points, without skin tone; else by its name, in case consumers know it. */
function emojiOf({ name, unicode }: Payload): string {
  const points =
    typeof unicode === 'string' && /^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,9}$/i.test(unicode) ? unicode : ''
  const numbers = points
    .split('-')
    .filter((point) => !skinTones.test(point))
    .map((point) => Number.parseInt(point, 16))
  if (points && numbers.every((point) => point <= 0x10ffff))
    return sanitizeFragment(String.fromCodePoint(...numbers))
  const word = wordsOf(name).replace(/::skin-tone-[2-6]$/, '')
  return word && convertEmoji(`:${word}:`)
}
