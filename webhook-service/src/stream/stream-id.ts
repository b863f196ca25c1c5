/** The id of a stream entry: milliseconds and a sequence number. */
export type StreamId = readonly [ms: bigint, sequence: bigint]

export function parseStreamId(text: string): StreamId | null {
  const [, ms, sequence = '0'] = /^(\d{1,20})(?:-(\d{1,20}))?$/.exec(text) ?? []
  if (ms === undefined) return null
  const id: StreamId = [BigInt(ms), BigInt(sequence)]
  return id.every((part) => part < 2n ** 64n) ? id : null
}

export function isBefore([ms, sequence]: StreamId, [otherMs, otherSequence]: StreamId): boolean {
  return ms === otherMs ? sequence < otherSequence : ms < otherMs
}
