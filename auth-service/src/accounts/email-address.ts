import { domainToASCII } from 'node:url'

/** An address as it is stored, and the lower-cased form it is looked up and kept unique by. */
export type EmailAddress = { address: string; key: string }

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_{}~|`-]+(\.[A-Za-z0-9!#$%&'*+/=?^_{}~|`-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const maxLocalPartLength = 64
const maxDomainLength = 253

/**
 * Reads an email address as contract.md 7 row 36 wants it: NFC, an unquoted ASCII local part kept as typed, the domain as
 * lower-case A-labels. Everything is checked after normalising; null when it is no address.
 */
export function readEmailAddress(typed: string): EmailAddress | null {
  const { local, domain } = partsOf(typed)
  if (local.length > maxLocalPartLength || !localPart.test(local) || !isHostName(domain)) return null
  const address = `${local}@${domain}`
  return { address, key: address.toLowerCase() }
}

/**
 * Whether an address is right but for characters that ASCII has and local parts have not. Quotes, a second @ and other scripts
 * are another form altogether.
 */
export function hasForbiddenLocalPart(typed: string): boolean {
  const { local, domain } = partsOf(typed)
  return (
    isHostName(domain) && /^[\x21-\x7e]+$/.test(local) && /[()<>[\]\\,;:]/.test(local) && !/["@]/.test(local)
  )
}

/** The domain of an address, in A-labels. */
export function domainOf({ address }: EmailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

function partsOf(typed: string): { local: string; domain: string } {
  const text = typed.normalize('NFC').replace(/^ +| +$/g, '')
  const at = text.lastIndexOf('@')
  return { local: text.slice(0, Math.max(at, 0)), domain: asciiDomain(text.slice(at + 1)) }
}

/**
 * The domain as A-labels, empty when it has none. ASCII that no host name has is refused before it is asked, because the
 * URL rules behind it would decode `%61`, cut at `/` and take ports.
 */
function asciiDomain(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the class is "any ASCII but these".
  return /[\u0000-\u007f]/.test(domain.replace(/[A-Za-z0-9.-]/g, '')) ? '' : domainToASCII(domain)
}

/** Two labels at least, the last of them not a number: addresses like `a@127.1` are no host names. */
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
