/** The at sign and its full-width and small forms. */
const at = /[@\uff20\ufe6b]/g

const separator = /[\s<>()[\],;:'"`\u2018-\u201f\u00ab\u00bb]/

/** The last character of a local part; `'@babel/core'`, `cdn/@light/lamp` and `data=@lamp.json` have none. */
const endOfLocal = /[\p{L}\p{N}\p{M}]/u

/** Includes the dots of other scripts and the joiners that some scripts need. */
const domain = /[\p{L}\p{N}\p{M}._\-\p{Join_Control}\u3002\uff0e\uff61]+/uy

/** RFC 5321 4.5.3.1.1. */
const maxLocalLength = 64

/** A quoted local part or a comment (RFC 5322 3.4.1) before a possible domain. */
const quotedLocal =
  /(?:"([^"\n]{0,64})"|\(([^()\n]{0,64})\))(?=[@\uff20\ufe6b](?:localhost|\[|[\p{L}\p{N}\p{M}_-]{1,64}[.\u3002\uff0e\uff61]))/giu

const literalDomain = /(?<=[\p{L}\p{N}\p{M}][@\uff20\ufe6b])\[(?:IPv6:)?[\da-f.:]{2,64}\]/giu

/**
 * Replaces e-mail addresses by `[email]`: a local part that ends in a letter or digit, before a domain with a
 * dot or `localhost`. Characters that could belong to the address are removed with it, except quotes.
 */
export function redactEmails(text: string): string {
  const plain = text
    .replace(quotedLocal, (found, quoted?: string, comment?: string) =>
      toPlainLocalPart(found, quoted ?? comment ?? ''),
    )
    .replace(literalDomain, 'localhost')
  let shown = ''
  let end = 0
  for (const { index } of plain.matchAll(at)) {
    const to = endOfDomain(plain, index + 1)
    const from = startOfLocal(plain, index)
    const domainName = plain.slice(index + 1, to)
    if (from === index || !isDomain(domainName)) continue
    if (isNoAddress(plain.slice(from, index), domainName, plain.slice(to, to + maxPathLength))) continue
    // `a@b@c.test` is one address.
    if (from >= end) shown += `${plain.slice(end, from)}[email]`
    end = to
  }
  return shown + plain.slice(end)
}

function toPlainLocalPart(found: string, local: string): string {
  return /[\p{L}\p{N}]/u.test(local) ? `${local.replace(/[^\p{L}\p{N}]/gu, '_')}0` : found
}

function startOfLocal(text: string, index: number): number {
  if (!endOfLocal.test(text.charAt(index - 1))) return index
  let start = index
  while (start > 0 && index - start < maxLocalLength && !separator.test(text.charAt(start - 1))) start -= 1
  return start
}

function endOfDomain(text: string, start: number): number {
  domain.lastIndex = start
  let end = start + (domain.exec(text)?.[0] ?? '').length
  // A regular expression would take quadratic time on a long run of dots.
  while (end > start && '._-'.includes(text.charAt(end - 1))) end -= 1
  return end
}

/** Versions of packages (`lamp@2.4.0`) are common in error reports and are not domains. */
function isDomain(name: string): boolean {
  return (/[.\u3002\uff0e\uff61]/.test(name) || /^localhost$/i.test(name)) && !isVersion(name)
}

/** Of the first part of the path of a repository. */
const maxPathLength = 100

/** None is a top-level domain. */
const qualifier = /[.-](?:release|final|snapshot|(?:rc|dev|alpha|beta|post|sp|m)\d+)$/i

/** `163.com` is a domain and `10.0.0.5` an address, although both begin like a version. */
function isVersion(name: string): boolean {
  const number = name.replace(qualifier, '')
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?!\d)/.test(number)) return false
  return /^v?\d+(?:[.-][\w.-]*)?$/.test(number) && !/\.[a-z]{2}/i.test(number)
}

/** The address of a repository, the name of a systemd unit, or a place in a script. */
function isNoAddress(local: string, domainName: string, after: string): boolean {
  if (/\/\/(?:git|hg|svn)$/i.test(local) && /^[:/]/.test(after)) return true
  if (/^(?:git|hg|svn)$/i.test(local) && /^:[\w.~-]+\//.test(after)) return true
  if (/\.(?:service|socket|timer|mount|automount|slice|scope|swap)$/i.test(domainName)) return true
  return /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|wasm|html)$/i.test(domainName) && /^:\d/.test(after)
}
