import { isPayload, type Payload } from '../../payload.ts'
import { convertEmoji } from '../../text/emoji.ts'
import { inlineCode } from '../../text/markdown.ts'
import type { Piece } from '../../text/markdown-writer.ts'
import { sanitizeFragment } from '../../text/sanitize-text.ts'
import { piecesOf, plainTextOf, readDate } from '../markup/control-sequence.ts'
import { decodeEntities } from '../markup/entities.ts'
import { isTrue, typeOf } from '../payload-values.ts'

export const maxCodeLength = 4096

/** `pieces` are set where they are more than the plain text. */
type Inline = { plain: string; pieces?: Piece[] }

export const inlineElements: Record<string, (element: Payload) => Inline> = {
  text: ({ text }) => ({ plain: plainText(text) }),
  link: ({ text, url, style }) => {
    const [label, target] = [plainText(text), plainText(url)]
    const isCode = isPayload(style) && isTrue(style.code) && label.trim() !== ''
    const pieces = isCode
      ? piecesOf({ label, url: target }, (code) => [inlineCode(code, maxCodeLength)])
      : piecesOf({ label: convertEmoji(label, 'slack'), url: target })
    return { plain: label || target, pieces }
  },
  user: () => fixed('@user'),
  channel: () => fixed('#channel'),
  usergroup: () => fixed('@group'),
  team: () => fixed('@team'),
  broadcast: ({ range }) => ({ plain: plainText(range) }),
  emoji: (element) => ({ plain: emojiOf(element) }),
  date: ({ timestamp, url, fallback }) => {
    const shown = readDate([plainText(timestamp), '', plainText(url)], plainText(fallback))
    return { plain: plainTextOf(shown), pieces: piecesOf(shown) }
  },
  color: ({ value }) => ({ plain: plainText(value) }),
}

export function renderInline(element: Payload): Required<Inline> {
  const type = typeOf(element)
  const read = Object.hasOwn(inlineElements, type) ? inlineElements[type] : inlineElements.text
  const { plain, pieces } = read?.(element) ?? { plain: '' }
  return { plain, pieces: pieces ?? [{ text: convertEmoji(plain, 'slack') }] }
}

const fixed = (plain: string): Inline => ({ plain })

/**
 * Keeps outer whitespace, which separates elements. Sanitizes before anything is escaped: a character that is
 * removed later could hide the start of a line from the escaping.
 */
function plainText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? decodeEntities(sanitizeFragment(value)) : ''
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
  const shortcode = plainText(name).replace(/::skin-tone-[2-6]$/, '')
  return shortcode && convertEmoji(`:${shortcode}:`, 'slack')
}
