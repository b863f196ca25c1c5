/** Reads a body of at most so many bytes. */
export async function boundedBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error('response too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Why fetch failed. Other properties of its errors could contain the request. */
export function fetchFailure(error: unknown): string {
  const { cause, name, message } = error instanceof Error ? error : new Error('unknown')
  if (name === 'TimeoutError') return 'timeout'
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message
}
