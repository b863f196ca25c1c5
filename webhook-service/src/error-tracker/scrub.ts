import { isIPv4, isIPv6 } from 'node:net'
import { cleanText } from '../messages/clean-text.ts'

/** Characters that are not seen and could stand inside an address. */
const invisible = /[\u00ad\u200b\u2060\ufeff]/g

/** Looked at from the beginning; nothing shown is nearly as long. */
const longest = 16_384

const email = /[^\s@<>()[\]"',;:=&/]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/giu
const address = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d|\w)/g
const address6 = /(?<![\w:.])[0-9a-f:]{2,39}(?:%\w{1,16}|\d{0,3}(?:\.\d{1,3}){3})?(?![\w:])/gi

/**
 * Text of an error report without e-mail and IP addresses: reports carry those of the users an error happened to, and an
 * exception quotes them easily (webhooks.md C1, "Never show"; guarded by redaction.test.ts).
 */
export function scrub(text: string): string {
  return (
    // Cleaned first: what is taken out afterwards could hide an address until then.
    cleanText(text.slice(0, longest))
      .replace(invisible, '')
      .replace(email, '[email]')
      // The long form first: its end may look like the short one.
      .replace(address6, (found) => (isAddress6(found) ? '[ip]' : found))
      .replace(address, (found) => (isIPv4(found) ? '[ip]' : found))
  )
}

/** `::` stands in code and alone names nobody. */
function isAddress6(text: string): boolean {
  return /\d/.test(text) && isIPv6(text)
}
