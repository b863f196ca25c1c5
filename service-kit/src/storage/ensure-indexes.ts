import mongoose from 'mongoose'

type Model = { createCollection(): Promise<unknown>; createIndexes(): Promise<unknown> }

export async function ensureIndexes(models: Model[]): Promise<void> {
  for (const model of models) {
    await model.createCollection()
    await model.createIndexes()
  }
}

const indexNotFound = 27

/** If it exists. */
export async function dropIndex(
  collection: { dropIndex(name: string): Promise<unknown> },
  name: string,
): Promise<void> {
  try {
    await collection.dropIndex(name)
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoServerError && error.code === indexNotFound)) throw error
  }
}
