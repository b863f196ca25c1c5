import mongoose from 'mongoose'

// biome-ignore lint/suspicious/noExplicitAny: accepts models of every document type.
type AnyModel = Pick<mongoose.Model<any>, 'find' | 'deleteMany'>

const batch = 2000

/** For more documents than one operation or transaction can remove in time. Repeatable after a failure. */
export async function removeInBatches(model: AnyModel, filter: Record<string, string>): Promise<void> {
  for (;;) {
    const found = await model.find(filter, { _id: 1 }).limit(batch).lean<{ _id: unknown }[]>()
    if (found.length === 0) return
    await model.deleteMany({ _id: mongoose.trusted({ $in: found.map(({ _id }) => _id) }) })
  }
}
