import { closingCodeMark } from './unclosed-code.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How far past the limit we look for the end of a grapheme; no honest one is longer. */
const maxGraphemeLength = 64

const ellipsis = '…'

/** The limits of messages are counted in code points (contract.md 8 row 6). */
export function codePointLength(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    if (isSurrogatePairAt(text, index)) index += 1
    length += 1
  }
  return length
}

/** At most `limit` code points, cut between graphemes, with the ellipsis inside the limit (contract.md 8 row 6). */
export function truncateText(text: string, limit: number): string {
  if (fits(text, limit)) return text
  if (limit < 1) return ''
  return `${takeGraphemes(text, limit - ellipsis.length).trimEnd()}${ellipsis}`
}

/**
 * The same for text in our markdown: no half escape and no half link is left in front of the ellipsis, and code that is
 * cut in two is closed again, or what follows would change places with it.
 */
export function truncateMarkdown(text: string, limit: number): string {
  if (fits(text, limit)) return text
  let room = limit
  for (;;) {
    const cut = takeMarkdown(text, room)
    const closed = cut + closingCodeMark(cut)
    const over = codePointLength(closed) - limit
    if (over <= 0) return closed
    // A shorter cut may end in other code, whose mark is longer.
    room -= over
  }
}

function takeMarkdown(text: string, limit: number): string {
  if (limit < 1) return ''
  const kept = dropPartialCodeMark(takeGraphemes(text, limit - ellipsis.length), text)
  return appendEllipsis(dropPartialEscape(dropPartialLink(kept, text)).trimEnd())
}

/** Marks of a block stand on lines of their own: with an ellipsis behind them they would not end it. */
function appendEllipsis(kept: string): string {
  const isBehindBlock = kept.endsWith('\n```') && closingCodeMark(kept) === ''
  return kept + (isBehindBlock ? '\n' : '') + ellipsis
}

function fits(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= limit * 2 && codePointLength(text) <= limit)
}

function takeGraphemes(text: string, limit: number): string {
  const end = offsetOfCodePoint(text, limit)
  const around = graphemes.segment(text.slice(0, end + maxGraphemeLength)).containing(end)
  const start = around?.index ?? end
  // One grapheme that fills everything (stacked marks) is cut inside: showing nothing would lose the message.
  return text.slice(0, start > 0 ? start : end)
}

function offsetOfCodePoint(text: string, count: number): number {
  let offset = 0
  for (let seen = 0; seen < count; seen += 1) offset += isSurrogatePairAt(text, offset) ? 2 : 1
  return offset
}

function isSurrogatePairAt(text: string, index: number): boolean {
  const high = text.charCodeAt(index)
  if (high < 0xd800 || high > 0xdbff) return false
  const low = text.charCodeAt(index + 1)
  return low >= 0xdc00 && low <= 0xdfff
}

/** A link is `[label](target)` and its own brackets are never escaped, so an opened one is easy to find. */
function dropPartialLink(kept: string, whole: string): string {
  const opened = lastUnescaped(kept, '[')
  if (opened < 0) return kept
  const link = /^\[(?:\\.|[^\]\\])*\]\([^)]*\)/su.exec(whole.slice(opened, opened + 8192))
  return link && opened + link[0].length > kept.length ? kept.slice(0, opened) : kept
}

function lastUnescaped(text: string, character: string): number {
  let index = text.lastIndexOf(character)
  while (index > 0 && isEscaped(text, index)) index = text.lastIndexOf(character, index - 1)
  return index
}

/** Of three backticks in a row all are kept, or none. */
function dropPartialCodeMark(kept: string, whole: string): string {
  return whole[kept.length] === '`' && !isEscaped(whole, kept.length) ? kept.replace(/`{1,2}$/, '') : kept
}

function dropPartialEscape(text: string): string {
  return isEscaped(text, text.length) ? text.slice(0, -1) : text
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text[index - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
