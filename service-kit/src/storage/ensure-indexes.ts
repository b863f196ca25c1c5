type Model = { createCollection(): Promise<unknown>; createIndexes(): Promise<unknown> }

export async function ensureIndexes(models: Model[]): Promise<void> {
  for (const model of models) {
    await model.createCollection()
    await model.createIndexes()
  }
}
