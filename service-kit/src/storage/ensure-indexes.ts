/** What is asked of a model, whatever its documents are. */
type Indexed = { createCollection(): Promise<unknown>; createIndexes(): Promise<unknown> }

/** The migration step: makes the collections and the indexes their schemas declare. Safe to run again. */
export async function ensureIndexes(models: Indexed[]): Promise<void> {
  for (const model of models) {
    await model.createCollection()
    await model.createIndexes()
  }
}
