import mongoose from 'mongoose'
import { ServiceError } from '../errors/service-error.ts'
import type { Clock } from '../time/clock.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import { digestText } from '../tokens/secret-token.ts'
import type { StoreSession } from './transactions.ts'

/** `scope` is the operation and its caller, `content` the JSON that a repeated request must have too. */
export type IdempotentRequest = { key: string; scope: string; content: unknown }

/** `content` is a MAC, because the request can contain a password. */
type KeyDocument = { _id: string; content: string; resourceId: string; expiresAt: Date }

const lifetimeMs = 24 * 60 * 60_000

export type IdempotencyKeys = ReturnType<typeof idempotencyKeys>

export function idempotencyKeyModel(connection: mongoose.Connection): mongoose.Model<KeyDocument> {
  const schema = new mongoose.Schema<KeyDocument>(
    {
      _id: { type: String, required: true },
      content: { type: String, required: true },
      resourceId: { type: String, required: true },
      expiresAt: { type: Date, required: true },
    },
    { versionKey: false },
  )
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  return connection.model<KeyDocument>('IdempotencyKey', schema, 'idempotency_keys')
}

/** The keys of requests that created a resource, for 24 hours (draft-ietf-httpapi-idempotency-key-header). */
export function idempotencyKeys(options: {
  connection: mongoose.Connection
  keyRing: KeyRing
  clock: Clock
}) {
  const { connection, keyRing, clock } = options
  const model = idempotencyKeyModel(connection)
  const contentMacs = ({ content }: IdempotentRequest) => keyRing.macs(JSON.stringify(content))

  return {
    /** The resource that a request with this key created, or null. Fails with IDEMPOTENCY_KEY_REUSED. */
    async find(request: IdempotentRequest): Promise<string | null> {
      const found = await model.findById(idOf(request)).lean()
      if (!found || found.expiresAt.getTime() <= clock.now()) return null
      if (!contentMacs(request).includes(found.content)) throw keyReused()
      return found.resourceId
    },

    /** Fails with a duplicate-key error if a concurrent request took the key. */
    async take(request: IdempotentRequest, resourceId: string, transaction: StoreSession): Promise<void> {
      const _id = idOf(request)
      const now = clock.now()
      const expired = { _id, expiresAt: mongoose.trusted({ $lte: new Date(now) }) }
      await model.deleteOne(expired, { session: transaction })
      const [content] = contentMacs(request)
      const document = { _id, content, resourceId, expiresAt: new Date(now + lifetimeMs) }
      await model.create([document], { session: transaction })
    },
  }
}

type Outcomes<T> = { create(): Promise<T>; replay(resourceId: string): Promise<T> }

/** Creates a resource with `create`, which takes the key, or answers with `replay` if the key has been taken. */
export async function createOnce<T>(
  keys: Pick<IdempotencyKeys, 'find'>,
  request: IdempotentRequest | null,
  { create, replay }: Outcomes<T>,
): Promise<T> {
  if (request === null) return create()
  const existing = await keys.find(request)
  if (existing !== null) return replay(existing)
  try {
    return await create()
  } catch (error) {
    // A concurrent request with this key can be the reason, such as for a taken email.
    const concurrent = await keys.find(request)
    if (concurrent === null) throw error
    return replay(concurrent)
  }
}

export function keyReused(): ServiceError {
  return new ServiceError('IDEMPOTENCY_KEY_REUSED')
}

function idOf({ key, scope }: IdempotentRequest): string {
  return digestText(JSON.stringify([scope, key]))
}
