import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import { isDuplicateKeyError, type StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { type Connection, type Model, Schema } from 'mongoose'
import { type SsoConfig, unsetConfig } from './sso-config.ts'

type SsoConfigDocument = Omit<SsoConfig, 'clientSecret'> & {
  _id: 'provider'
  sealedSecret: string | null
  revision: number
}

/** `revision` changes with every update. */
export type StoredConfig = SsoConfig & { revision: number }

const id = 'provider'
const secretContext = 'sso client secret'
/** After a change, other processes use the previous settings for at most this time. */
const cacheMs = 1000

const text = { type: String, default: null }
const schema = new Schema<SsoConfigDocument>(
  {
    _id: { type: String, required: true },
    enabled: { type: Boolean, required: true },
    enforced: { type: Boolean, required: true },
    displayName: text,
    issuer: text,
    authorizationUrl: text,
    tokenUrl: text,
    userinfoUrl: text,
    jwksUrl: text,
    clientId: text,
    sealedSecret: text,
    scope: text,
    allowedDomains: [String],
    autoProvision: { type: Boolean, required: true },
    redirectUri: text,
    revision: { type: Number, required: true },
  },
  { versionKey: false },
)

export function ssoConfigModel(connection: Connection): Model<SsoConfigDocument> {
  return connection.model<SsoConfigDocument>('SsoConfig', schema, 'sso_config')
}

export function ssoConfigStore({ connection, keyRing }: { connection: Connection; keyRing: KeyRing }) {
  const model = ssoConfigModel(connection)
  let cached: { config: Promise<StoredConfig>; readAt: number } | null = null

  const read = async (): Promise<StoredConfig> => {
    const document = await model.findById(id).lean()
    return document ? fromDocument(document, keyRing) : { ...unsetConfig, revision: 0 }
  }

  return {
    read,

    /** As read at most a second ago: every sign-in needs it. */
    current(): Promise<StoredConfig> {
      if (cached && performance.now() - cached.readAt < cacheMs) return cached.config
      const config = read()
      cached = { config, readAt: performance.now() }
      config.catch(() => {
        cached = null
      })
      return config
    },

    /** Call `forget` after the commit. Fails with SERVICE_UNAVAILABLE if the settings changed since they were read. */
    async replace({ revision, ...config }: StoredConfig, transaction: StoreSession): Promise<void> {
      const next = { ...toDocument(config, keyRing), revision: revision + 1 }
      const options = { session: transaction, upsert: revision === 0 }
      try {
        const { matchedCount, upsertedCount } = await model.replaceOne({ _id: id, revision }, next, options)
        if (matchedCount + upsertedCount === 0) throw unavailable('another request changed the settings')
      } catch (error) {
        throw isDuplicateKeyError(error) ? unavailable(error) : error
      }
    },

    /** Encrypts the client secret with the current key. Returns whether it was encrypted with an older one. */
    async rekey(): Promise<boolean> {
      const sealedSecret = (await model.findById(id).lean())?.sealedSecret ?? null
      if (sealedSecret === null || openSecret(sealedSecret, keyRing) === null) return false
      const resealed = keyRing.reseal(sealedSecret, secretContext)
      if (resealed === null) return false
      const update = { $set: { sealedSecret: resealed } }
      return (await model.updateOne({ _id: id, sealedSecret }, update)).modifiedCount === 1
    },

    forget(): void {
      cached = null
    },
  }
}

function toDocument({ clientSecret, ...config }: SsoConfig, keyRing: KeyRing) {
  const sealedSecret = clientSecret === null ? null : keyRing.seal(clientSecret, secretContext)
  return { _id: id, ...config, sealedSecret } as const
}

function fromDocument({ _id, sealedSecret, ...config }: SsoConfigDocument, keyRing: KeyRing): StoredConfig {
  return {
    ...unsetConfig,
    ...config,
    clientSecret: sealedSecret === null ? null : openSecret(sealedSecret, keyRing),
  }
}

/** Null if the key ring no longer has the key: that must not prevent sign-ins without the provider. */
function openSecret(sealed: string, keyRing: KeyRing): string | null {
  try {
    return keyRing.open(sealed, secretContext)
  } catch {
    return null
  }
}
