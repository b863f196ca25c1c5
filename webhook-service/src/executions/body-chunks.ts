/**
 * Frees the memory of chunks that nobody reads any more, and that own their buffers. The garbage collector would wait until several large
 * bodies came together. Node 20 has no means for it.
 */
export function releaseBytes(chunks: Uint8Array<ArrayBuffer>[]): void {
  for (const { buffer } of chunks.splice(0)) if (!buffer.detached) buffer.transfer?.(0)
}

export function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((size, { length }) => size + length, 0)
}
