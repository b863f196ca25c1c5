import { codeBlock, putOnOwnLines, trimCodeBlock } from '../../text/code-block.ts'
import { escapeMarkdown, inlineCode } from '../../text/markdown.ts'
import { escapeMentions } from '../../text/mentions.ts'
import { convertControlSequence } from './control-sequence.ts'
import { convertEmoji } from './emoji.ts'
import { decodeEntities } from './entities.ts'
import { bold, createPlaceholders, italic, type Placeholders, placeholders, struck } from './placeholders.ts'

const maxCodeLength = 40_000
/** A block that nobody closes ends with the text, since long texts are cut. */
const code = /```([\s\S]*?)(?:```[ \t]*|$)|`([^`\n]+)`/g
const controlSequence = /<([^<>\n]*)>/g

/** A URL without brackets around it, which is no place for marks; those around it and held pieces are not its own. */
const bareUrl =
  /(?<=_)https?:\/\/[^\s<>()[\]\\*~`|"'\ue000-\ue004]+?(?=_(?![\p{L}\p{N}]))|https?:\/\/[^\s<>()[\]\\*~`|"'\ue000-\ue004]+/giu

/** Quotes and lists mean the same to the sender and to us; a dash with nothing behind it would make a heading or a rule. */
const quotesAndLists = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]+\S)))*/
const lists = /^(?:[ \t]*(?:[-+]|\d{1,9}[.)])(?=[ \t]+\S))*/

/**
 * The sender's markup as our markdown (webhooks.md C2, Text). Code, links and mentions are made first and held; the marks
 * we know become ours, and whatever is left is escaped, so nothing works that we did not make. Guarded by the property
 * test of `made-markdown.test.ts`.
 */
export function convertMarkup(text: string): string {
  const held = createPlaceholders()
  const withoutCode = replaceCode(text.replace(placeholders, ''), held)
  const withoutUrls = replaceUrls(replaceControlSequences(withoutCode, held), held)
  const words = decodeEntities(convertEmoji(withoutUrls))
  const lines = words.split('\n').map((line) => escapeAfterMarks(line, quotesAndLists, convertFormatting))
  return escapeMentions(held.restore(lines.join('\n')))
}

/** Text whose sender switched formatting off: what stands in angle brackets works all the same, and so do lists. */
export function convertWithoutFormatting(text: string): string {
  const held = createPlaceholders()
  const words = decodeEntities(convertEmoji(replaceControlSequences(text.replace(placeholders, ''), held)))
  const lines = words.split('\n').map((line) => escapeAfterMarks(line, lists, (rest) => rest))
  return escapeMentions(held.restore(lines.join('\n')))
}

/** What the sender's markup says, for places without markdown; still foreign text. */
export function stripMarkup(text: string): string {
  const parts = text.split(controlSequence)
  // Splitting by a group puts what was between brackets at the odd places.
  return parts
    .map((part, index) => (index % 2 ? convertControlSequence(part, 'code') : decodeEntities(part)))
    .join('')
}

/** Code in marks of our own, which nothing in it can close; a backtick without a partner stays foreign text. */
function replaceCode(text: string, held: Placeholders): string {
  return text.replace(
    code,
    (whole: string, block: string | undefined, inline: string | undefined, at: number) => {
      const words = stripMarkup(block ?? inline ?? '').trim()
      if (!words) return whole
      if (block === undefined) return held.hold(inlineCode(words, maxCodeLength))
      return putOnOwnLines(
        held.hold(codeBlock(trimCodeBlock(stripMarkup(block)))),
        text,
        at,
        at + whole.length,
      )
    },
  )
}

function replaceControlSequences(text: string, held: Placeholders): string {
  return text.replace(controlSequence, (_, sequence: string) =>
    held.hold(convertControlSequence(sequence, 'text')),
  )
}

function replaceUrls(text: string, held: Placeholders): string {
  return text.replace(bareUrl, (url) => held.hold(escapeMarkdown(decodeEntities(url))))
}

/** A line with its leading marks as they are and everything behind them escaped. */
function escapeAfterMarks(line: string, leading: RegExp, convert: (rest: string) => string): string {
  const [mark = ''] = leading.exec(line) ?? []
  return mark + escapeMarkdown(convert(line.slice(mark.length)))
}

/** `*bold*`, `_italic_` and `~struck~`, at the borders of words only. */
function convertFormatting(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu, `${bold}$1${bold}`)
    .replace(/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gu, `${italic}$1${italic}`)
    .replace(/(?<![\p{L}\p{N}~\\])~(?=[^\s~])([^~\n]*[^\s~])~(?![\p{L}\p{N}~])/gu, `${struck}$1${struck}`)
}
