import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession, Transactions } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import mongoose from 'mongoose'
import { type AvatarFile, avatarBucket, avatarName } from './avatar-document.ts'
import type { AvatarImage, cleanAvatar } from './read-avatar.ts'

/** An uploaded avatar that the transaction of a change assigns to its webhook. */
export type UploadedAvatar = { hash: string; fileId: mongoose.mongo.ObjectId }

export type StoredAvatar = Pick<AvatarImage, 'contentType' | 'bytes'>

/** Longer than a transaction, and than a client takes to load an avatar that it has just read. */
const unusedRetentionMs = 10 * 60_000
const maxSwept = 100
const maxCleaned = 20

export type AvatarStore = ReturnType<typeof avatarStore>

/**
 * Images in GridFS. GridFS takes no part in transactions: a file is unused after its upload, the transaction of a webhook marks it as
 * used, and `sweep` deletes unused files. So no failure leaves a file for ever, or a webhook without its file.
 */
export function avatarStore({
  connection,
  inTransaction,
  clock,
}: {
  connection: mongoose.Connection
  inTransaction: Transactions
  clock: Clock
}) {
  const files = driverCollection<AvatarFile>(connection.collection(`${avatarBucket}.files`))
  const bucket = () =>
    new mongoose.mongo.GridFSBucket(connection.getClient().db(connection.name), { bucketName: avatarBucket })

  /** Marks the files of deleted webhooks as unused. */
  async function release(
    transaction: StoreSession,
    webhooks: readonly { id: string; avatar: string | null }[],
  ): Promise<void> {
    const names = webhooks.flatMap(({ id: webhookId, avatar: hash }) =>
      hash === null ? [] : [avatarName({ webhookId, hash })],
    )
    if (names.length === 0) return
    await files.updateMany(
      { filename: { $in: names } },
      { $set: { 'metadata.unusedSince': clock.now() } },
      { session: transaction },
    )
  }

  async function uploadUnused(filename: string, { contentType, bytes }: StoredAvatar) {
    const metadata = { contentType, unusedSince: clock.now(), cleaned: 'yes' }
    const upload = bucket().openUploadStream(filename, { metadata })
    await pipeline([bytes], upload)
    return upload.id
  }

  /** The clean file has the name of the old one, which messages and caches know, and reads find the newest. */
  async function cleanFile({ _id, filename }: AvatarFile, clean: typeof cleanAvatar): Promise<void> {
    const image = await clean(await buffer(bucket().openDownloadStream(_id)))
    if (typeof image === 'string') {
      await files.updateOne({ _id }, { $set: { 'metadata.cleaned': 'no' } })
      return
    }
    const contentType = `image/${image.format}` as const
    const cleanId = await uploadUnused(filename, { contentType, bytes: image.bytes })
    await inTransaction(async (transaction) => {
      const old = { _id, 'metadata.unusedSince': { $exists: false } }
      const unused = { $set: { 'metadata.unusedSince': clock.now() } }
      const { modifiedCount } = await files.updateOne(old, unused, { session: transaction })
      // The webhook got another avatar meanwhile.
      if (modifiedCount === 0) return
      const used = { $unset: { 'metadata.unusedSince': '' } } as const
      await files.updateOne({ _id: cleanId }, used, { session: transaction })
    })
  }

  return {
    async upload(webhookId: string, image: AvatarImage): Promise<UploadedAvatar> {
      const { hash } = image
      return { hash, fileId: await uploadUnused(avatarName({ webhookId, hash }), image) }
    },

    /** Marks the file of the new avatar as used, and those of the previous one as unused. */
    async replace(
      transaction: StoreSession,
      { id: webhookId, avatar: hash }: { id: string; avatar: string | null },
      next: UploadedAvatar | null,
    ): Promise<void> {
      // The same image: its first file stays in use.
      if (hash !== null && hash === next?.hash) return
      await release(transaction, [{ id: webhookId, avatar: hash }])
      if (next)
        await files.updateOne(
          { _id: next.fileId },
          { $unset: { 'metadata.unusedSince': '' } },
          { session: transaction },
        )
    },

    release,

    async find(webhookId: string, hash: string): Promise<StoredAvatar | null> {
      const file = await files.findOne(
        { filename: avatarName({ webhookId, hash }) },
        { sort: { filename: 1, uploadDate: -1 } },
      )
      if (!file) return null
      const bytes = await buffer(bucket().openDownloadStream(file._id))
      return { contentType: file.metadata.contentType as AvatarImage['contentType'], bytes }
    },

    /** Cleans some of the files that versions before schema version 5 stored as they came. */
    async cleanStored(clean: typeof cleanAvatar): Promise<void> {
      const stored = files.find({ 'metadata.cleaned': null, 'metadata.unusedSince': null })
      for (const file of await stored.limit(maxCleaned).toArray()) await cleanFile(file, clean)
    },

    async sweep(now: number): Promise<void> {
      const unused = { 'metadata.unusedSince': { $lte: now - unusedRetentionMs } }
      for (const { _id } of await files.find(unused).limit(maxSwept).toArray()) await bucket().delete(_id)
    },
  }
}
