import mongoose from 'mongoose'
import { batched } from './batched.ts'
import { isStoreUnavailable } from './store-unavailable.ts'

const { BSON, MongoBulkWriteError, MongoInvalidArgumentError } = mongoose.mongo

const duplicateKey = 11000
/** Write errors that the document itself is the reason for. */
const invalidDocumentCodes = new Set([
  2, // BadValue
  9, // FailedToParse
  14, // TypeMismatch
  52, // DollarPrefixedFieldName
  121, // DocumentValidationFailure
  10334, // BSONObjectTooLarge
  17280, // KeyTooLong
])

/** A document that the collection can never take, however often it is inserted. */
export class InvalidDocumentError extends Error {
  override name = 'InvalidDocumentError'
}

type Insertable<T> = mongoose.mongo.OptionalUnlessRequiredId<T>

/**
 * Inserts documents one by one for its callers and together for the store. False for one that the collection has already;
 * true and false are answered only when the majority has the document. One that cannot be stored fails alone.
 */
export function insertEach<T extends mongoose.mongo.Document>(
  collection: mongoose.mongo.Collection<T>,
): (document: Insertable<T>) => Promise<boolean> {
  return batched((documents) => insertAll(collection, documents))
}

async function insertAll<T extends mongoose.mongo.Document>(
  collection: mongoose.mongo.Collection<T>,
  documents: Insertable<T>[],
): Promise<(boolean | Error)[]> {
  try {
    await collection.insertMany(documents, { ordered: false })
    return documents.map(() => true)
  } catch (error) {
    // This includes a write concern that failed: neither stored documents nor duplicates may be reported then.
    if (isStoreUnavailable(error)) throw error
    if (error instanceof MongoBulkWriteError && error.result.hasWriteErrors())
      return outcomesOf(error, documents.length)
    if (!isRefusedByDriver(error)) throw error
    if (documents.length === 1) return [new InvalidDocumentError('Document refused', { cause: error })]
    // The driver refuses all of them for one, before it sends any.
    return (await Promise.all(documents.map((document) => insertAll(collection, [document])))).flat()
  }
}

/** What became of each document of a batch that the server took. */
function outcomesOf(error: mongoose.mongo.MongoBulkWriteError, count: number): (boolean | Error)[] {
  const outcomes = Array<boolean | Error>(count).fill(true)
  for (const { index, code, errmsg } of error.result.getWriteErrors()) {
    const Failure = invalidDocumentCodes.has(code) ? InvalidDocumentError : Error
    outcomes[index] = code !== duplicateKey && new Failure(`Document not stored (${code}): ${errmsg}`)
  }
  return outcomes
}

function isRefusedByDriver(error: unknown): boolean {
  return error instanceof MongoInvalidArgumentError || error instanceof BSON.BSONError
}
