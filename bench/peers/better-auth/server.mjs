// Better Auth as its users would run it for the same purpose: one process, accounts in MongoDB, sessions in Redis, argon2id with our parameters.
// It limits, records and mails nothing here.
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { mongodbAdapter } from 'better-auth/adapters/mongodb'
import { toNodeHandler } from 'better-auth/node'
import express from 'express'
import { Redis } from 'ioredis'
import { MongoClient } from 'mongodb'

const { GATEHOUSE_MONGODB_URL, GATEHOUSE_REDIS_URL, MEMORY_KIB, PASSES } = process.env
const client = await MongoClient.connect(GATEHOUSE_MONGODB_URL)
const db = client.db('gatehouse_bench_peer')
// Its adapter creates no indexes.
await Promise.all([
  db.collection('user').createIndex({ email: 1 }, { unique: true }),
  db.collection('account').createIndex({ userId: 1 }),
])
const redis = new Redis(GATEHOUSE_REDIS_URL, { keyPrefix: 'bench:peer:' })
const parameters = { memoryCost: Number(MEMORY_KIB), timeCost: Number(PASSES), parallelism: 1 }

const app = express()
const server = app.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`
  const auth = betterAuth({
    baseURL: url,
    secret: 'for measurements only, 32 characters or more',
    database: mongodbAdapter(db, { client }),
    secondaryStorage: {
      get: (key) => redis.get(key),
      set: (key, value, seconds) => (seconds ? redis.set(key, value, 'EX', seconds) : redis.set(key, value)),
      delete: (key) => redis.del(key),
    },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: (password) => hash(password, parameters),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  })
  app.all('/api/auth/{*any}', toNodeHandler(auth))
  process.once('disconnect', () => process.exit())
  process.send?.({ url })
})
