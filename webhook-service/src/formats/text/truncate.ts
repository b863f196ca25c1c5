import { closingMarks } from './closing-marks.ts'
import { isEscaped } from './is-escaped.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const words = new Intl.Segmenter('en', { granularity: 'word' })

const maxWordLength = 64

/** Bounds the search for the end of a grapheme; real ones are shorter. */
const maxGraphemeLength = 64

const ellipsis = '…'

/** Bounds the search for the end of a link or an address. */
const maxTargetLength = 8192

export function codePointLength(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    if (isSurrogatePairAt(text, index)) index += 1
    length += 1
  }
  return length
}

/** At most `limit` code points including the ellipsis, cut between graphemes. */
export function truncateText(text: string, limit: number): string {
  if (fits(text, limit)) return text
  if (limit < 1) return ''
  return `${dropPartialWord(takeGraphemes(text, limit - ellipsis.length)).trimEnd()}${ellipsis}`
}

/** At most `limit` code points including the ellipsis, cut between words unless a word is longer than that. */
export function truncateBetweenWords(text: string, limit: number): string {
  const cut = truncateText(text, limit)
  if (!cut.endsWith(ellipsis) || cut === text) return cut
  const kept = cut.slice(0, -ellipsis.length)
  return `${kept.slice(0, endOfWords(text, kept.length)).trimEnd()}${ellipsis}`
}

function endOfWords(text: string, end: number): number {
  if (/^\s/.test(text.slice(end, end + 1))) return end
  const from = Math.max(0, end - maxWordLength)
  const space = text.slice(from, end).search(/\s\S*$/)
  if (space >= 0) return from + space
  // Not every script has spaces.
  const around = words.segment(text.slice(from, end + maxWordLength)).containing(end - from)
  return around?.isWordLike && around.segment.length < maxWordLength ? from + around.index : end
}

/**
 * Truncates markdown without leaving partial escapes or links, and closes code and formatting that it cuts. Otherwise
 * the text after it would be read as a part of them.
 */
export function truncateMarkdown(text: string, limit: number): string {
  if (fits(text, limit)) return text
  let available = limit
  for (;;) {
    const cut = takeMarkdown(text, available)
    const closed = cut + closingMarks(cut)
    const excess = codePointLength(closed) - limit
    if (excess <= 0) return closed
    // The shorter text may end in code or formatting with longer marks.
    available -= excess
  }
}

function takeMarkdown(text: string, limit: number): string {
  if (limit < 1) return ''
  const kept = dropPartialMark(dropPartialWord(takeGraphemes(text, limit - ellipsis.length)), text)
  const complete = dropPartialAddress(dropPartialLink(kept, text), text)
  return appendEllipsis(dropOpeningMarks(dropPartialEscape(complete).trimEnd()))
}

/** Formatting that would be around the ellipsis alone. */
function dropOpeningMarks(kept: string): string {
  let end = kept.length
  while (end > 0 && '*~'.includes(kept.charAt(end - 1)) && !isEscaped(kept, end - 1)) end -= 1
  const text = kept.slice(0, end)
  return closingMarks(text).length < closingMarks(`${kept}${ellipsis}`).length ? text.trimEnd() : kept
}

/** The closing fence of a code block must be alone on its line. */
function appendEllipsis(kept: string): string {
  const isBehindBlock = /\n(?:> )?```$/.test(kept) && !closingMarks(kept).startsWith('\n')
  // Readers would take the ellipsis for a part of the address.
  const isBehindAddress = startOfLastAddress(kept) !== undefined
  const separator = isBehindBlock ? '\n' : isBehindAddress ? ' ' : ''
  return kept + separator + ellipsis
}

function fits(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= limit * 2 && codePointLength(text) <= limit)
}

function takeGraphemes(text: string, limit: number): string {
  const end = offsetOfCodePoint(text, limit)
  const around = graphemes.segment(text.slice(0, end + maxGraphemeLength)).containing(end)
  const start = around?.index ?? end
  // Cuts a single grapheme that exceeds the limit (stacked combining marks), so that the text does not become
  // empty.
  return text.slice(0, start > 0 ? start : end)
}

/** `@hereford` is no mention, but its cut start `@here` would be one. */
function dropPartialWord(kept: string): string {
  return kept.replace(/[@\uff20\ufe6b](?:everyone|here)$/iu, '')
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

function dropPartialLink(kept: string, whole: string): string {
  const opened = lastUnescaped(kept, '[')
  if (opened < 0) return kept
  const link = /^\[(?:\\.|[^\]\\])*\]\([^)]*\)/su.exec(whole.slice(opened, opened + maxTargetLength))
  return link && opened + link[0].length > kept.length ? kept.slice(0, opened) : kept
}

/** A cut address would lead to another page. */
function dropPartialAddress(kept: string, whole: string): string {
  if (/^(?:$|\s)/.test(whole.slice(kept.length, kept.length + 1))) return kept
  return kept.slice(0, startOfLastAddress(kept))
}

/** Where an address begins after which there is neither white space nor `>`; the targets of links are none. */
function startOfLastAddress(markdown: string): number | undefined {
  const from = Math.max(0, markdown.length - maxTargetLength)
  let start: number | undefined
  for (const { 0: found, index } of markdown.slice(from).matchAll(/[\s<>]|\]\([^)\s<>]*\)|https?:\/\//gi)) {
    if (found.length === 1) start = undefined
    else if (!found.startsWith(']')) start ??= from + index
  }
  return start && markdown[start - 1] === '<' ? start - 1 : start
}

function lastUnescaped(text: string, character: string): number {
  let index = text.lastIndexOf(character)
  while (index > 0 && isEscaped(text, index)) index = text.lastIndexOf(character, index - 1)
  return index
}

function dropPartialMark(kept: string, whole: string): string {
  const next = whole[kept.length] ?? ''
  if (!'`*~'.includes(next) || isEscaped(whole, kept.length)) return kept
  let end = kept.length
  while (end > 0 && kept.length - end < 3 && kept[end - 1] === next) end -= 1
  return kept.slice(0, end)
}

function dropPartialEscape(text: string): string {
  return isEscaped(text, text.length) ? text.slice(0, -1) : text
}
