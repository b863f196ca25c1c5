import mongoose from 'mongoose'

/** Takes documents of a cursor until there are `size`, or more than `maxBytes` of them; at least one. */
export async function pageWithin<T extends mongoose.mongo.Document>(
  documents: AsyncIterable<T>,
  { size, maxBytes }: { size: number; maxBytes: number },
): Promise<{ found: T[]; hasMore: boolean }> {
  const found: T[] = []
  let bytes = 0
  for await (const document of documents) {
    bytes += mongoose.mongo.BSON.calculateObjectSize(document)
    if (found.length === size || (found.length > 0 && bytes > maxBytes)) return { found, hasMore: true }
    found.push(document)
  }
  return { found, hasMore: false }
}
