import type mongoose from 'mongoose'
import { batched } from './batched.ts'

export function batchedFindById<T extends { _id: string }>(
  collection: mongoose.mongo.Collection<T>,
): (id: string) => Promise<T | null> {
  // The driver cannot type a filter over a type parameter.
  const byId = collection as unknown as mongoose.mongo.Collection<{ _id: string }>
  return batched(async (ids) => {
    const found = await byId.find<T>({ _id: { $in: [...new Set(ids)] } }).toArray()
    const documents = new Map(found.map((document) => [document._id, document]))
    return ids.map((id) => documents.get(id) ?? null)
  })
}
