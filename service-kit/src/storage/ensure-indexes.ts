import type { Model } from 'mongoose'

// biome-ignore lint/suspicious/noExplicitAny: models of every document type are alike here.
type AnyModel = Model<any>

/** The migration step: makes the collections and the indexes their schemas declare. Safe to run again. */
export async function ensureIndexes(models: AnyModel[]): Promise<void> {
  for (const model of models) {
    await model.createCollection()
    await model.createIndexes()
  }
}
