/** The at sign, also as other scripts write it. */
const at = /[@\uff20\ufe6b]/g

/** What stands between addresses and is not part of one. */
const separator = /[\s<>()[\],;:'"`\u2018-\u201f\u00ab\u00bb]/

/** What a local part ends with: `'@babel/core'`, `cdn/@light/lamp` and `data=@lamp.json` have none. */
const endOfLocal = /[\p{L}\p{N}\p{M}]/u

/** Also with the dots of other scripts, and the joiners some of them need. */
const domain = /[\p{L}\p{N}\p{M}._\-\p{Join_Control}\u3002\uff0e\uff61]+/uy

/** As much of a local part as there can be (RFC 5321 4.5.3.1.1). */
const maxLocalLength = 64

/** A local part in quotes or a comment (RFC 5322 3.4.1), before what can be a domain. */
const quotedLocal =
  /(?:"([^"\n]{0,64})"|\(([^()\n]{0,64})\))(?=[@\uff20\ufe6b](?:localhost|\[|[\p{L}\p{N}\p{M}_-]{1,64}[.\u3002\uff0e\uff61]))/giu

/** A domain that is an address itself (RFC 5321 4.1.3). */
const literalDomain = /(?<=[\p{L}\p{N}\p{M}][@\uff20\ufe6b])\[(?:IPv6:)?[\da-f.:]{2,64}\]/giu

/**
 * The text without e-mail addresses: a local part that ends in a letter or digit, before a domain with a dot or `localhost`. Whatever
 * could be part of one goes with it, but no quotes.
 */
export function redactEmails(text: string): string {
  const plain = text
    .replace(quotedLocal, (found, quoted?: string, comment?: string) =>
      wordOf(found, quoted ?? comment ?? ''),
    )
    .replace(literalDomain, 'localhost')
  let shown = ''
  let end = 0
  for (const { index } of plain.matchAll(at)) {
    const to = endOfDomain(plain, index + 1)
    const from = startOfLocal(plain, index)
    if (from === index || !isDomain(plain.slice(index + 1, to))) continue
    // Two that share a part are one: `a@b@c.test`.
    if (from >= end) shown += `${plain.slice(end, from)}[email]`
    end = to
  }
  return shown + plain.slice(end)
}

/** One without a letter or digit is none, and stays as it was. */
function wordOf(found: string, local: string): string {
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
  // Not by a regular expression: at the end of a text it looks at a long row of dots once for each of them.
  while (end > start && '._-'.includes(text.charAt(end - 1))) end -= 1
  return end
}

/** Not a version of a package (`lamp@2.4.0`), which reports are full of. */
function isDomain(name: string): boolean {
  return (/[.\u3002\uff0e\uff61]/.test(name) || /^localhost$/i.test(name)) && !isVersion(name)
}

/** `163.com` is a domain and `10.0.0.5` an address, though both start like a version. */
function isVersion(name: string): boolean {
  return /^v?\d+(?:[.-][\w.-]*)?$/.test(name) && !/\.[a-z]{2}/i.test(name) && !/^\d+(?:\.\d+){3}/.test(name)
}
