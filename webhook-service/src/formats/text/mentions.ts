import { splitAddresses } from './addresses.ts'
import { breakMentions, encodeMentions } from './break-mentions.ts'

/** Escapes and addresses in angle brackets outside of code, then code as `inlineCode` and `codeBlock` write it. */
const escapesAndCode = /\\[\\`]|<https?:\/\/[^\s<>]*>|^(?:> )?```[^\n]*\n[\s\S]*?\n(?:> )?```$|`[^`\n]+`/gim

const mailTarget = /(mailto:[^\s<>()]+)/i

/**
 * Breaks mentions in the text itself (tested in `mentions.test.ts` and in the property tests of each format). Every other at sign
 * stays, so that names of packages and addresses can be copied.
 */
export function escapeMentions(text: string): string {
  const parts = splitAddresses(text).map((part) =>
    'address' in part ? encodeMentions(part.address) : escapeMailTargets(part.text),
  )
  return parts.join('')
}

function escapeMailTargets(text: string): string {
  // `split` by a group returns the targets at odd indexes.
  const parts = text.split(mailTarget)
  return parts.map((part, index) => (index % 2 ? encodeMentions(part) : breakMentions(part))).join('')
}

/** As `escapeMentions`, but keeps code as it is: mentions in it are never parsed. */
export function escapeMentionsOutsideCode(markdown: string): string {
  let end = 0
  let escaped = ''
  for (const { 0: found, index } of markdown.matchAll(escapesAndCode)) {
    // An escaped character can be a part of a mention token.
    if (found.startsWith('\\')) continue
    escaped += escapeMentions(markdown.slice(end, index)) + found
    end = index + found.length
  }
  return escaped + escapeMentions(markdown.slice(end))
}
