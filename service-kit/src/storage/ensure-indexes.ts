type Model = { createCollection(): Promise<unknown>; createIndexes(): Promise<unknown> }

/** The migration: creates the collections and the indexes of their schemas. It can run again. */
export async function ensureIndexes(models: Model[]): Promise<void> {
  for (const model of models) {
    await model.createCollection()
    await model.createIndexes()
  }
}
