import { withoutMentions } from '../messages/mentions.ts'
import { convertControlSequence } from './control-sequence.ts'
import { decodeEntities } from './entities.ts'

/** Private-use characters that hold the place of a converted sequence while the text around it is worked on. */
const open = '\ue000'
const close = '\ue001'

const code = /```[\s\S]*?```|`[^`\n]+`/g
const controlSequence = /<([^<>\n]*)>/g

/** The sender's markup as our markdown; code keeps its marks and nothing in it is formatted (webhooks.md C2, Text). */
export function convertMarkup(text: string): string {
  const known = text.replace(/[\ue000\ue001]/g, '')
  let converted = ''
  let end = 0
  for (const { 0: part, index } of known.matchAll(code)) {
    converted += convertText(known.slice(end, index)) + convertCode(part)
    end = index + part.length
  }
  return withoutMentions(converted + convertText(known.slice(end)))
}

function convertCode(text: string): string {
  const parts = text.split(controlSequence)
  // Splitting by a group puts what was between brackets at the odd places.
  return parts
    .map((part, index) => (index % 2 ? convertControlSequence(part, 'code') : decodeEntities(part)))
    .join('')
}

function convertText(text: string): string {
  const sequences: string[] = []
  const held = text.replace(controlSequence, (_, sequence: string) => {
    sequences.push(convertControlSequence(sequence, 'text'))
    return `${open}${sequences.length - 1}${close}`
  })
  const formatted = decodeEntities(convertFormatting(escapeForeignMarkdown(held)))
  return formatted.replace(/\ue000(\d+)\ue001/g, (_, index: string) => sequences[Number(index)] ?? '')
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

/** `*bold*`, `_italic_` and `~struck~`, at the borders of words only. */
function convertFormatting(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gu, '*$1*')
    .replace(/(?<![\p{L}\p{N}~\\])~(?=[^\s~])([^~\n]*[^\s~])~(?![\p{L}\p{N}~])/gu, '~~$1~~')
    .replace(/:skin-tone-[2-6]:/g, '')
}
