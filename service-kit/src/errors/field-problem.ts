import type { FieldCode } from '@gatehouse/proto/errors/catalog'

export type FieldProblem = { path: string; code: FieldCode; message: string }

/** More problems of one request are not reported. */
export const maxProblems = 100
/** As JSON. In a trailer of gRPC, where HTTP/2 peers reject more than about 64 KiB, they are shorter. */
const maxBytes = 32 * 1024
const maxTextBytes = 256
const ellipsis = '…'

/** The first problems, with shortened texts: an error must not be much larger than what was wrong. */
export function boundedProblems(problems: readonly FieldProblem[]): FieldProblem[] {
  const bounded: FieldProblem[] = []
  let bytes = 0
  for (const { path, code, message } of problems.slice(0, maxProblems)) {
    const problem = { path: shortened(path), code, message: shortened(message) }
    bytes += Buffer.byteLength(JSON.stringify(problem))
    if (bytes > maxBytes) break
    bounded.push(problem)
  }
  return bounded
}

function shortened(text: string): string {
  // A code unit has at least one byte.
  if (text.length <= maxTextBytes && Buffer.byteLength(text) <= maxTextBytes) return text
  const bytes = new Uint8Array(maxTextBytes - Buffer.byteLength(ellipsis))
  const { read } = new TextEncoder().encodeInto(text, bytes)
  return text.slice(0, read) + ellipsis
}
