/** The offset of the first invalid UTF-8 byte: there the decoded and re-encoded text differs from the bytes. */
export function invalidUtf8At(bytes: Buffer): number {
  const rewritten = Buffer.from(bytes.toString('utf8'))
  let at = 0
  while (at < bytes.length && bytes[at] === rewritten[at]) at++
  return at
}
