import mongoose from 'mongoose'

export const avatarBucket = 'avatars'

/** A file of GridFS. `filename` is that of `avatarName`. */
export type AvatarFile = {
  _id: mongoose.mongo.ObjectId
  length: number
  filename: string
  metadata: {
    contentType: string
    /** Unix milliseconds; absent while a webhook uses it. */
    unusedSince?: number
    /** Whether it has only a picture: `no` if it could not be read. Files of schema versions before 5 do not have it. */
    cleaned?: 'yes' | 'no'
  }
}

export function avatarName({ webhookId, hash }: { webhookId: string; hash: string }): string {
  return `${webhookId}/${hash}`
}

/** Reads are by name, the sweep by the second index, the cleaning by the third. Those of the chunks are the ones that GridFS requires. */
export function avatarFileModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema({}, { versionKey: false, collection: `${avatarBucket}.files` })
  schema.index({ filename: 1, uploadDate: 1 })
  schema.index(
    { 'metadata.unusedSince': 1 },
    { partialFilterExpression: { 'metadata.unusedSince': { $exists: true } } },
  )
  schema.index({ 'metadata.cleaned': 1 })
  return connection.model('AvatarFile', schema)
}

export function avatarChunkModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema({}, { versionKey: false, collection: `${avatarBucket}.chunks` })
  schema.index({ files_id: 1, n: 1 }, { unique: true })
  return connection.model('AvatarChunk', schema)
}
