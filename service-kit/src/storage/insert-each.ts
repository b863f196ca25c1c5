import mongoose from 'mongoose'
import { gathered } from './gathered.ts'

const duplicateKey = 11000

/**
 * Inserts documents one by one for its callers and together for the store. False for one that the collection has already;
 * true is said only when the majority has it.
 */
export function insertEach<T extends mongoose.mongo.Document>(
  collection: mongoose.mongo.Collection<T>,
): (document: mongoose.mongo.OptionalUnlessRequiredId<T>) => Promise<boolean> {
  return gathered(async (documents) => {
    const refused = await insertAll(collection, documents)
    return documents.map((_, index) => !refused.has(index))
  })
}

/** Answers which ones were there before. */
async function insertAll<T extends mongoose.mongo.Document>(
  collection: mongoose.mongo.Collection<T>,
  documents: mongoose.mongo.OptionalUnlessRequiredId<T>[],
): Promise<Set<number>> {
  try {
    await collection.insertMany(documents, { ordered: false })
    return new Set()
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error
    const refusals = [error.writeErrors].flat()
    // Where the majority did not confirm, nothing of it may be told as stored.
    if (error.result.getWriteConcernError() || refusals.length === 0) throw error
    if (refusals.some(({ code }) => code !== duplicateKey)) throw error
    return new Set(refusals.map(({ index }) => index))
  }
}
