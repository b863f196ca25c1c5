/**
 * Frees the memory of chunks that nobody reads any more. The garbage collector would wait until much more came together. A chunk that
 * shares its buffer stays. Node 20 has no means for it.
 */
export function releaseBytes(chunks: Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks.splice(0)) {
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    if (isOwn && !buffer.detached) buffer.transfer?.(0)
  }
}

/** Frees the memory of a large chunk. For a small one the call takes longer than it gains. */
export function releaseChunk(chunk: Uint8Array): void {
  if (chunk.length >= 1024) releaseBytes([chunk])
}

export function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((size, { length }) => size + length, 0)
}
