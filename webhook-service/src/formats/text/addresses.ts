import { encodeMentions } from './break-mentions.ts'
import { percentEncode, withoutReferences } from './percent-encode.ts'

export type AddressPart = { text: string } | { address: string }

const maxLength = 2048

const starts = /https?:\/\/(?=[\p{L}\p{N}[])/giu
/** What stands in front of an address, and what ends it then, unless a letter follows. */
const counterparts: Record<string, string> = {
  ...{ '*': '*', _: '_', '~': '~', '|': '|', '`': '`', "'": "'" },
  ...{ '‘': '’', '“': '”', '«': '»', '‹': '›', '（': '）', '「': '」', '『': '』', '【': '】', '《': '》' },
}
const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const entityAtEnd = /&#?\w{1,31};$/
const markAtEnd = /[*_~`|.,:;!?'…、。([{]$/

/**
 * Splits literal text into addresses (http and https) and the text between them. Punctuation at the end of an address, an unmatched
 * bracket, and the second of two marks around it are no part of it. `stop` are further characters that end one.
 */
export function splitAddresses(text: string, stop = ''): AddressPart[] {
  const run = runUpTo(stop)
  const parts: AddressPart[] = []
  let end = 0
  starts.lastIndex = 0
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    run.lastIndex = found.index
    const address = addressIn(run.exec(text)?.[0] ?? '', text[found.index - 1] ?? '')
    if (address === '') continue
    if (found.index > end) parts.push({ text: text.slice(end, found.index) })
    parts.push({ address })
    end = found.index + address.length
    starts.lastIndex = end
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

const runs = new Map<string, RegExp>()

/** Compiled once: many texts are short. */
function runUpTo(stop: string): RegExp {
  const known = runs.get(stop)
  if (known) return known
  const run = new RegExp(`[^\\s<>"\\\\\\p{Cc}${stop}]{1,${maxLength + 1}}`, 'uy')
  runs.set(stop, run)
  return run
}

function addressIn(run: string, before: string): string {
  if (run.length > maxLength) return ''
  const address = withoutMarksAtEnd(run.slice(0, endIn(run, counterparts[before])))
  const url = URL.parse(address)
  // Credentials can look like the host: https://github.com@evil.example.
  return url && !url.username && !url.password ? address : ''
}

function endIn(run: string, counterpart: string | undefined): number {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  for (const { 0: character, index } of run.matchAll(/[()[\]{}*_~|`'’”»›）」』】》]/g)) {
    if (character === counterpart && !/^[\p{L}\p{N}]/u.test(run.slice(index + 1, index + 3))) return index
    const opening = brackets[character]
    if (opening === undefined) {
      if (character in open) open[character] = (open[character] ?? 0) + 1
      continue
    }
    if (open[opening] === 0) return index
    open[opening] = (open[opening] ?? 0) - 1
  }
  return run.length
}

function withoutMarksAtEnd(address: string): string {
  let end = address.length
  for (;;) {
    const tail = address.slice(Math.max(0, end - 40), end)
    const dropped = entityAtEnd.exec(tail) ?? markAtEnd.exec(tail)
    if (!dropped) return address.slice(0, end)
    end -= dropped[0].length
  }
}

/** What all readers take for the whole address when it stands alone, and form nothing in. */
const bare =
  /^https?:\/\/[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*(?::\d+)?(?:[/?#](?:[\p{L}\p{N}/#@$&=%+-]|[.,:;!?](?![.,:;!?])|(?<=\/)~|(?<=[A-Za-z0-9])_)*)?(?<=[\p{L}\p{N}/=])$/u
const endsAddress = /^(?:$|\s|[.,](?:$|\s)|["')][.,]?(?:$|\s))/
const letterAtEnd = /[\p{L}\p{N}]$/u
const letterAtStart = /^[\p{L}\p{N}]/u

/**
 * An address in Markdown: bare, or in `<…>` where a reader would end it elsewhere or form something in it. `before` and `after` are the
 * adjacent Markdown; a letter there is separated by a space.
 */
export function writeAddress(address: string, before: string, after: string): string {
  const safe = safeAddress(address)
  const start = letterAtEnd.test(before) ? ' ' : ''
  const end = letterAtStart.test(after) ? ' ' : ''
  const isBare = bare.test(safe) && !/[.+-]$/.test(before) && (end !== '' || endsAddress.test(after))
  return start + (isBare ? safe : `<${safe}>`) + end
}

/** An address as `writeAddress` wrote it, for the label of a link, where it must form no link of its own. */
export function addressInLabel(address: string): string {
  return address.replace(/[*|~[\]`]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, percentEncode)
}

/** Without a mention, a character reference, or characters that change the direction of the text. */
function safeAddress(address: string): string {
  const shown = /[\s\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(address)
    ? (URL.parse(address)?.href ?? address)
    : address
  return withoutReferences(encodeMentions(shown.replace(/[<>]/g, percentEncode)))
}
