import mongoose from 'mongoose'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'
import { batched } from './batched.ts'

const { BSON, MongoBulkWriteError, MongoInvalidArgumentError } = mongoose.mongo

const duplicateKey = 11000
const invalidDocumentCodes = new Set([
  2, // BadValue
  9, // FailedToParse
  14, // TypeMismatch
  52, // DollarPrefixedFieldName
  121, // DocumentValidationFailure
  10334, // BSONObjectTooLarge
  17280, // KeyTooLong
])

/** The collection can never store this document; a retry is pointless. */
export class InvalidDocumentError extends Error {
  override name = 'InvalidDocumentError'
}

type Insertable<T> = mongoose.mongo.OptionalUnlessRequiredId<T>

/** Returns only after the majority has the document; false if the document exists already. */
export function batchedInsert<T extends mongoose.mongo.Document>(
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
    // Includes a failed write concern: neither stored documents nor duplicates are certain then.
    if (isStoreUnavailable(error)) throw error
    if (error instanceof MongoBulkWriteError && error.result.hasWriteErrors())
      return outcomesOf(error, documents.length)
    if (!isRejectedByDriver(error)) throw error
    if (documents.length === 1)
      return [new InvalidDocumentError('Document rejected by the driver', { cause: error })]
    // The driver rejects the whole batch for one document, before it sends any.
    return (await Promise.all(documents.map((document) => insertAll(collection, [document])))).flat()
  }
}

function outcomesOf(error: mongoose.mongo.MongoBulkWriteError, count: number): (boolean | Error)[] {
  const outcomes = Array<boolean | Error>(count).fill(true)
  for (const { index, code, errmsg } of error.result.getWriteErrors()) {
    const Failure = invalidDocumentCodes.has(code) ? InvalidDocumentError : Error
    outcomes[index] = code !== duplicateKey && new Failure(`Document not stored (${code}): ${errmsg}`)
  }
  return outcomes
}

function isRejectedByDriver(error: unknown): boolean {
  return error instanceof MongoInvalidArgumentError || error instanceof BSON.BSONError
}
