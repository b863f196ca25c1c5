import { domainToASCII } from 'node:url'
import { trimPasted } from '@gatehouse/service-kit/fields/pasted'
import { maxFieldLength, normalized } from '@gatehouse/service-kit/fields/text'

/** `key` is the lower-case form for lookups and uniqueness. */
export type EmailAddress = { address: string; key: string }

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_{}~|`-]+(\.[A-Za-z0-9!#$%&'*+/=?^_{}~|`-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const maxLocalPartLength = 64
const maxDomainLength = 253

/**
 * Parses an email address: NFC, an unquoted ASCII local part as typed (RFC 5321, section 4.1.2), the domain
 * as lower-case A-labels (RFC 5890). Checked after normalisation; null if it is no address.
 */
export function readEmailAddress(typed: string): EmailAddress | null {
  const { local, domain } = partsOf(typed)
  if (local.length > maxLocalPartLength || !localPart.test(local) || !isHostName(domain)) return null
  const address = `${local}@${domain}`
  return { address, key: address.toLowerCase() }
}

/** Whether only characters of the local part are wrong, such as a comma or an `ä` (RFC 6531 is not supported). */
export function hasForbiddenLocalPart(typed: string): boolean {
  const { local, domain } = partsOf(typed)
  return (
    isHostName(domain) &&
    /^[\x21-\x7e\p{L}\p{M}\p{N}]+$/u.test(local) &&
    /[()<>[\]\\,;:]|[^\x21-\x7e]/.test(local) &&
    !/["@]/.test(local)
  )
}

export function domainOf({ address }: EmailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

function partsOf(typed: string): { local: string; domain: string } {
  if (typed.length > maxFieldLength) return { local: '', domain: '' }
  const text = trimPasted(normalized(typed, 'NFC'))
  const at = text.lastIndexOf('@')
  return { local: text.slice(0, Math.max(at, 0)), domain: asciiDomain(text.slice(at + 1)) }
}

/**
 * The domain as A-labels, or empty. Other ASCII characters are rejected first, because domainToASCII follows
 * the URL standard: it decodes `%61`, cuts at `/` and accepts ports.
 */
function asciiDomain(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the class is all of ASCII.
  return /[\u0000-\u007f]/.test(domain.replace(/[A-Za-z0-9.-]/g, '')) ? '' : domainToASCII(domain)
}

/** At least two labels, the last of them not a number: `127.1` is an IP address. */
function isHostName(domain: string): boolean {
  const labels = domain.split('.')
  const last = labels.at(-1) ?? ''
  return (
    labels.length > 1 &&
    domain.length <= maxDomainLength &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(last)
  )
}

/** Enough for its owner to recognize it: `a•••@example.org`. */
export function maskedAddress(address: string): string {
  const [first = ''] = address
  return `${first}•••${address.slice(address.lastIndexOf('@'))}`
}
