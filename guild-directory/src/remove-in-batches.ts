import mongoose from 'mongoose'

// biome-ignore lint/suspicious/noExplicitAny: models of every document type are alike here.
type AnyModel = Pick<mongoose.Model<any>, 'find' | 'deleteMany'>

const batch = 2000

/** Removes what may be more than one operation, let alone one transaction, has time for. Repeatable after a failure. */
export async function removeInBatches(model: AnyModel, filter: Record<string, string>): Promise<void> {
  for (;;) {
    const found = await model.find(filter, { _id: 1 }).limit(batch).lean<{ _id: unknown }[]>()
    if (found.length === 0) return
    await model.deleteMany({ _id: mongoose.trusted({ $in: found.map(({ _id }) => _id) }) })
  }
}
