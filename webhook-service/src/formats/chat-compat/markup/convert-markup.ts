import { splitAddresses } from '../../text/addresses.ts'
import { codeBlock, putOnOwnLines, trimCodeBlock } from '../../text/code-block.ts'
import { convertEmoji } from '../../text/emoji.ts'
import { escapeText } from '../../text/escape-text.ts'
import { withoutCodeIndent } from '../../text/indentation.ts'
import { joinEachLine } from '../../text/join-lines.ts'
import { inlineCode } from '../../text/markdown.ts'
import { escapeMentionsOutsideCode } from '../../text/mentions.ts'
import { piecesOf, plainTextOf, readControlSequence } from './control-sequence.ts'
import { decodeEntities } from './entities.ts'
import {
  bold,
  createPlaceholders,
  italic,
  type Placeholders,
  placeholderCharacters,
  removePlaceholderCharacters,
  strikethrough,
} from './placeholders.ts'

const maxCodeLength = 40_000
/** A block without closing fence ends with the text, because senders truncate long texts. */
const code = /```([\s\S]*?)(?:```[ \t]*|$)|`([^`\n]+)`/g
/** A line that is a quote up to its end; entities are decoded later. */
const quoteStart = /^[ \t]*(?:>|&gt;)(?!(?:>|&gt;){2})/
const controlSequence = /<([^<>\n]*)>/g

/** The same syntax as in markdown. A dash without text would become a heading or a rule. */
const quotesAndLists = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]+\S)))*/
const lists = /^(?:[ \t]*(?:[-+]|\d{1,9}[.)])(?=[ \t]+\S))*/

/** Text between two formatting marks that contains another character: else `*_*_*_` would become a horizontal rule. */
const markedText = (mark: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}${mark}\\\\])[${mark}](?=[^\\s${mark}])(?=[^${mark}\\n]*[^\\s*_~\\ue002-\\ue004])` +
      `([^${mark}\\n]*[^\\s${mark}])[${mark}](?![\\p{L}\\p{N}${mark}])`,
    'gu',
  )
const boldText = markedText('*')
const italicText = markedText('_')
const struckText = markedText('~')

/**
 * Converts the sender's markup to markdown. Code, links and mentions are converted first and replaced by
 * placeholders, then formatting marks; everything else is escaped. So only what this function produces is
 * active markdown (tested in `markdown-safety.test.ts`).
 */
export function convertMarkup(text: string): string {
  const placeholders = createPlaceholders()
  const withoutCode = replaceCode(removePlaceholderCharacters(text), placeholders)
  const withoutSequences = replaceControlSequences(withoutCode, placeholders, convertFormatting)
  const converted = replaceAddresses(decodeEntities(withoutSequences), placeholders)
  const lines = quoteTheRest(converted.split('\n'))
  return restoreLines(lines, quotesAndLists, convertFormatting, placeholders)
}

/** For senders that switch formatting off: control sequences and lists still work. */
export function convertWithoutFormatting(text: string): string {
  const placeholders = createPlaceholders()
  const unformatted = (rest: string) => rest
  const withoutSequences = replaceControlSequences(
    removePlaceholderCharacters(text),
    placeholders,
    unformatted,
  )
  const converted = replaceAddresses(decodeEntities(withoutSequences), placeholders)
  return restoreLines(converted.split('\n'), lists, unformatted, placeholders)
}

/** The text without markup, for parts without markdown. It is not escaped. */
export function stripMarkup(text: string): string {
  const parts = text.split(controlSequence)
  // `split` by a group returns the captured parts at odd indexes.
  return parts
    .map((part, index) => (index % 2 ? plainTextOf(readControlSequence(part)) : decodeEntities(part)))
    .join('')
}

function replaceCode(text: string, placeholders: Placeholders): string {
  return text.replace(
    code,
    (whole: string, block: string | undefined, inline: string | undefined, at: number) => {
      const content = stripMarkup(block ?? inline ?? '').trim()
      if (!content) return whole
      if (block === undefined) return placeholders.insert(inlineCode(content, maxCodeLength))
      const written = codeBlock(trimCodeBlock(stripMarkup(block)))
      const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
      const [quoteMark] = quoteStart.exec(line) ?? []
      const behind = text.slice(at + whole.length)
      if (quoteMark !== undefined)
        return quotedBlock(placeholders.insert(written), {
          isFirst: quoteMark.trimEnd() === line.trimEnd(),
          behind,
        })
      return putOnOwnLines(placeholders.insert(written), text, at, at + whole.length)
    },
  )
}

/** The block on lines of the quote around it. */
function quotedBlock(block: string, { isFirst, behind }: { isFirst: boolean; behind: string }): string {
  return `${isFirst ? '' : '\n> '}${block}${/^(?:\n|$)/.test(behind) ? '' : '\n> '}`
}

/** A label can have code, which is a placeholder already, emoji, and the formatting of the text. */
function replaceControlSequences(
  text: string,
  placeholders: Placeholders,
  format: (label: string) => string,
): string {
  const readLabel = (label: string) =>
    placeholders.pieces(format(replaceAddresses(label, placeholders)), (between) => ({ text: between }))
  return text.replace(controlSequence, (_, sequence: string) =>
    placeholders.insert(...piecesOf(readControlSequence(sequence), readLabel)),
  )
}

/** Converts the emoji outside of addresses. */
function replaceAddresses(text: string, placeholders: Placeholders): string {
  return splitAddresses(text, placeholderCharacters)
    .map((part) => ('address' in part ? placeholders.insert(part) : convertEmoji(part.text, 'slack')))
    .join('')
}

/** `>>>` quotes all that follows it. */
function quoteTheRest(lines: string[]): string[] {
  const from = lines.findIndex((line) => line.startsWith('>>>'))
  if (from < 0) return lines
  const [first = '', ...rest] = lines.slice(from)
  const beside = first.slice('>>>'.length).trimStart()
  const quoted = beside ? [beside, ...rest] : rest
  return [...lines.slice(0, from), ...quoted.map((line) => `> ${line}`)]
}

function restoreLines(
  lines: string[],
  leading: RegExp,
  convert: (rest: string) => string,
  placeholders: Placeholders,
): string {
  const escaped: string[] = []
  let isInList = false
  for (const line of lines) {
    const [mark = ''] = leading.exec(line) ?? []
    if (mark.includes('>')) placeholders.quoteLines(line)
    // The addresses are placeholders already.
    const rest = escapeText(convert(line.slice(mark.length)), true)
    // Only below another item does indentation make a list.
    if (mark) escaped.push((isInList ? mark : mark.replace(/^[ \t]{4,}|^ {0,3}\t[ \t]*/, '')) + rest)
    else escaped.push(withoutCodeIndent(rest))
    isInList = mark.trimEnd() !== '' && !mark.trimEnd().endsWith('>')
  }
  return escapeMentionsOutsideCode(placeholders.restore(joinEachLine(escaped)))
}

function convertFormatting(text: string): string {
  return text
    .replace(boldText, `${bold}$1${bold}`)
    .replace(italicText, `${italic}$1${italic}`)
    .replace(struckText, `${strikethrough}$1${strikethrough}`)
}
