import type mongoose from 'mongoose'
import { batched } from './batched.ts'

type Pair = { first: string; second: string }

/** Finds documents by two fields that have a unique index together. */
export function batchedFindByPair<T extends mongoose.mongo.Document>(
  typed: mongoose.mongo.Collection<T>,
  fields: { first: keyof T & string; second: keyof T & string },
): (first: string, second: string) => Promise<T | null> {
  // The types of the driver do not resolve the type parameter.
  const collection = typed as unknown as mongoose.mongo.Collection
  const find = batched((pairs: Pair[]) => findAll(collection, fields, pairs))
  return async (first, second) => (await find({ first, second })) as T | null
}

async function findAll(
  collection: mongoose.mongo.Collection,
  fields: { first: string; second: string },
  pairs: Pair[],
): Promise<(mongoose.mongo.Document | null)[]> {
  const byFirst = Map.groupBy(pairs, ({ first }) => first)
  const $or = [...byFirst].map(([first, of]) => ({
    [fields.first]: first,
    [fields.second]: { $in: of.map(({ second }) => second) },
  }))
  const found = new Map<string, mongoose.mongo.Document>()
  for await (const document of collection.find({ $or }))
    found.set(`${document[fields.first]} ${document[fields.second]}`, document)
  return pairs.map(({ first, second }) => found.get(`${first} ${second}`) ?? null)
}
