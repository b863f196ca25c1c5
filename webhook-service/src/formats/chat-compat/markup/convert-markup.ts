import { splitAddresses } from '../../text/addresses.ts'
import { codeBlock, putOnOwnLines, trimCodeBlock } from '../../text/code-block.ts'
import { escapeMarkdown, inlineCode } from '../../text/markdown.ts'
import { escapeMentionsOutsideCode } from '../../text/mentions.ts'
import { piecesOf, plainTextOf, readControlSequence } from './control-sequence.ts'
import { convertEmoji } from './emoji.ts'
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
  const lines = converted.split('\n').map((line) => escapeAfterMarks(line, quotesAndLists, convertFormatting))
  return escapeMentionsOutsideCode(placeholders.restore(lines.join('\n')))
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
  const lines = converted.split('\n').map((line) => escapeAfterMarks(line, lists, unformatted))
  return escapeMentionsOutsideCode(placeholders.restore(lines.join('\n')))
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
      return putOnOwnLines(
        placeholders.insert(codeBlock(trimCodeBlock(stripMarkup(block)))),
        text,
        at,
        at + whole.length,
      )
    },
  )
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
    .map((part) => ('address' in part ? placeholders.insert(part) : convertEmoji(part.text)))
    .join('')
}

function escapeAfterMarks(line: string, leading: RegExp, convert: (rest: string) => string): string {
  const [mark = ''] = leading.exec(line) ?? []
  return mark + escapeMarkdown(convert(line.slice(mark.length)))
}

function convertFormatting(text: string): string {
  return text
    .replace(boldText, `${bold}$1${bold}`)
    .replace(italicText, `${italic}$1${italic}`)
    .replace(struckText, `${strikethrough}$1${strikethrough}`)
}
