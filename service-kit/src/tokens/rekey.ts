import type { mongo } from 'mongoose'
import { type PageRequest, pageSizeOf, toPage } from '../resources/paging.ts'
import type { KeyRing } from './key-ring.ts'

/** A text that the key ring encrypted, by its path in the document. */
export type SealedField = { path: string; sealed: string | undefined; context: string }

export type RekeyResult = {
  /** Empty on the last page. */
  nextPageToken: string
  examined: number
  /** Texts that were encrypted with an older key. */
  rekeyed: number
  /** Documents with a text that no key of the ring decrypts. */
  unreadableIds: string[]
}

type Document = { _id: string }

type Options<T extends Document> = {
  collection: mongo.Collection<T>
  keyRing: KeyRing
  fields: { [path: string]: 1 }
  sealedFields(document: NoInfer<T>): SealedField[]
  idOf(document: NoInfer<T>): string
}

/** Encrypts texts of older keys with the current key, a page of documents at a time, in the order of their `_id`. */
export function rekeyPages<T extends Document>({
  collection,
  keyRing,
  fields,
  sealedFields,
  idOf,
}: Options<T>) {
  function reseal({ sealed, context }: SealedField): string | 'current' | 'unreadable' {
    try {
      return (sealed === undefined ? null : keyRing.reseal(sealed, context)) ?? 'current'
    } catch {
      return 'unreadable'
    }
  }

  /** Leaves a text alone that changed meanwhile. */
  async function replace(_id: string, { path, sealed }: SealedField, resealed: string): Promise<number> {
    const filter = { _id, [path]: sealed } as unknown as mongo.Filter<T>
    const update = { $set: { [path]: resealed } } as unknown as mongo.UpdateFilter<T>
    return (await collection.updateOne(filter, update)).modifiedCount
  }

  async function rekeyDocument(document: T, result: RekeyResult): Promise<void> {
    let isUnreadable = false
    for (const field of sealedFields(document)) {
      const resealed = reseal(field)
      if (resealed === 'unreadable') isUnreadable = true
      else if (resealed !== 'current') result.rekeyed += await replace(document._id, field, resealed)
    }
    if (isUnreadable) result.unreadableIds.push(idOf(document))
  }

  return async (request: PageRequest): Promise<RekeyResult> => {
    const size = pageSizeOf(request, { default: 500, max: 1000 })
    const after = (request.pageToken === '' ? {} : { _id: { $gt: request.pageToken } }) as mongo.Filter<T>
    const found = (await collection
      .find(after, { projection: fields, sort: { _id: 1 }, limit: size + 1 })
      .toArray()) as T[]
    const { items, nextPageToken } = toPage(found, size, ({ _id }) => _id)
    const result: RekeyResult = { nextPageToken, examined: items.length, rekeyed: 0, unreadableIds: [] }
    for (const document of items) await rekeyDocument(document, result)
    return result
  }
}
