import type mongoose from 'mongoose'
import { batched } from './batched.ts'

/** Finds documents by id, one by one for its callers and together for the store; null for one that is not there. */
export function findEach<T extends { _id: string }>(
  collection: mongoose.mongo.Collection<T>,
): (id: string) => Promise<T | null> {
  // Typed as the part every such collection has; the driver's own filters do not see through the type parameter.
  const byId = collection as unknown as mongoose.mongo.Collection<{ _id: string }>
  return batched(async (ids) => {
    const found = await byId.find<T>({ _id: { $in: [...new Set(ids)] } }).toArray()
    const documents = new Map(found.map((document) => [document._id, document]))
    return ids.map((id) => documents.get(id) ?? null)
  })
}
