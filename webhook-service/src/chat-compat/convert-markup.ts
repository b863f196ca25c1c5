import { escapeMarkdown } from '../messages/markdown.ts'
import { withoutMentions } from '../messages/mentions.ts'
import { convertControlSequence } from './control-sequence.ts'
import { convertEmoji } from './emoji.ts'
import { decodeEntities } from './entities.ts'

/** Private-use characters that hold the place of a converted sequence while the text around it is worked on. */
const open = '\ue000'
const close = '\ue001'
const placeholders = /[\ue000\ue001]/g

const code = /```[\s\S]*?```|`[^`\n]+`/g
const controlSequence = /<([^<>\n]*)>/g

/** The sender's markup as our markdown; code keeps its marks and nothing in it is formatted (webhooks.md C2, Text). */
export function convertMarkup(text: string): string {
  const known = text.replace(placeholders, '')
  let converted = ''
  let end = 0
  for (const { 0: part, index } of known.matchAll(code)) {
    converted += convertText(known.slice(end, index)) + plainWords(part)
    end = index + part.length
  }
  return withoutMentions(converted + convertText(known.slice(end)))
}

/** Text whose sender switched formatting off: what stands in angle brackets works all the same, no other mark does. */
export function convertUnformatted(text: string): string {
  const convert = (held: string) => withLists(escapeMarkdown(decodeEntities(convertEmoji(held))))
  return withoutMentions(aroundSequences(text.replace(placeholders, ''), convert))
}

/** Lists read the same with and without formatting. */
function withLists(escaped: string): string {
  return escaped.replace(/^([ \t]*)\\(?=[+-] )/gm, '$1')
}

/** What the sender's markup says, for places without markdown; still foreign text. */
export function plainWords(text: string): string {
  const parts = text.split(controlSequence)
  // Splitting by a group puts what was between brackets at the odd places.
  return parts
    .map((part, index) => (index % 2 ? convertControlSequence(part, 'code') : decodeEntities(part)))
    .join('')
}

function convertText(text: string): string {
  return aroundSequences(text, (held) =>
    withoutTags(decodeEntities(convertFormatting(escapeForeignMarkdown(convertEmoji(held))))),
  )
}

/** Converts what stands in angle brackets, and the text around it by the given function. */
function aroundSequences(text: string, convert: (held: string) => string): string {
  const sequences: string[] = []
  const held = text.replace(controlSequence, (_, sequence: string) => {
    sequences.push(convertControlSequence(sequence, 'text'))
    return `${open}${sequences.length - 1}${close}`
  })
  return convert(held).replace(/\ue000(\d+)\ue001/g, (_, index: string) => sequences[Number(index)] ?? '')
}

/** Marks that mean nothing in the sender's markup but would in ours: escapes, masked links, images, headings, spoilers. */
function escapeForeignMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replaceAll('](', ']\\(')
    .replaceAll(`!${open}`, `\\!${open}`)
    .replace(/^([ \t]*)(?=#{1,6}[ \t])/gm, '$1\\')
    .replaceAll('||', '\\|\\|')
}

/** An entity must not become a tag or a mention once it is decoded. */
function withoutTags(text: string): string {
  return text.replace(/<(?=[a-z@#:/!?])/gi, '\\<')
}

/** `*bold*`, `_italic_` and `~struck~`, at the borders of words only. */
function convertFormatting(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gu, '*$1*')
    .replace(/(?<![\p{L}\p{N}~\\])~(?=[^\s~])([^~\n]*[^\s~])~(?![\p{L}\p{N}~])/gu, '~~$1~~')
}
