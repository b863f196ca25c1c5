/** The offset of the first byte that is no UTF-8: where the text, written anew, differs from the bytes. */
export function invalidUtf8At(bytes: Buffer): number {
  const rewritten = Buffer.from(bytes.toString('utf8'))
  let at = 0
  while (at < bytes.length && bytes[at] === rewritten[at]) at++
  return at
}
