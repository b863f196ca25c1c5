/** The at sign, also as other scripts write it. */
const at = /[@\uff20\ufe6b]/g

/** What stands between addresses and cannot be inside one; quotes may be. */
const separator = /[\s<>()[\],;:]/

/** Also with the dots of other scripts, and the joiners some of them need. */
const domain = /[\p{L}\p{N}\p{M}._\-\p{Join_Control}\u3002\uff0e\uff61]+/uy

/** As much of a local part as there can be (RFC 5321 4.5.3.1.1). */
const longestLocal = 64

/** A local part in quotes or a comment, which may hold what separates otherwise. */
const quotedLocal = /"([^"\n]{0,64})"(?=[@\uff20\ufe6b])|\(([^()\n]{0,64})\)(?=[@\uff20\ufe6b])/g

/** A domain that is an address itself. */
const literalDomain = /([@\uff20\ufe6b])\[([^\]\s]{1,64})\]/g

/**
 * The text without e-mail addresses. Whatever could be part of one goes with it: the local part as far as it can reach, a
 * domain of one label, of letters of any script, or that is an IP address.
 */
export function hideEmails(text: string): string {
  const plain = text
    .replace(quotedLocal, (_, quoted?: string, comment?: string) => wordOf(quoted ?? comment ?? ''))
    .replace(literalDomain, '$1$2')
  let shown = ''
  let end = 0
  for (const { index } of plain.matchAll(at)) {
    const to = endOfDomain(plain, index + 1)
    const from = startOfLocal(plain, index)
    if (from === index || to === index + 1 || namesNobody(plain, index, to)) continue
    // Two that share a part are one: `a@b@c.test`.
    if (from >= end) shown += `${plain.slice(end, from)}[email]`
    end = to
  }
  return shown + plain.slice(end)
}

function wordOf(local: string): string {
  return local.replace(/[\s<>()[\],;:"]/g, '_') || '_'
}

function startOfLocal(text: string, index: number): number {
  let start = index
  while (start > 0 && index - start < longestLocal && !separator.test(text.charAt(start - 1))) start -= 1
  return start
}

function endOfDomain(text: string, start: number): number {
  domain.lastIndex = start
  let end = start + (domain.exec(text)?.[0] ?? '').length
  // Not by a regular expression: at the end of a text it looks at a long row of dots once for each of them.
  while (end > start && '._-'.includes(text.charAt(end - 1))) end -= 1
  return end
}

/** Versions of a package (`lamp@2.4.0`), hashes (`Lamp@6d06d69c`) and scopes (`/@light/lamp`), which reports are full of. */
function namesNobody(text: string, index: number, to: number): boolean {
  const name = text.slice(index + 1, to)
  const isScope = text[index - 1] === '/' && /^[/+]$/.test(text.charAt(to)) && !name.includes('.')
  return isScope || isVersion(name) || /^(?=.*\d)[0-9a-f]{5,64}$/.test(name)
}

/** `163.com` is a domain and `10.0.0.5` an address, though both start like a version. */
function isVersion(name: string): boolean {
  return /^v?\d+(?:[.-][\w.-]*)?$/.test(name) && !/\.[a-z]{2}/i.test(name) && !/^\d+(?:\.\d+){3}/.test(name)
}
