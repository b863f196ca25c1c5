// The session check as usually written: express, ioredis, one log line per request, one process.
import { randomUUID } from 'node:crypto'
import express from 'express'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { checkSession, prepare, responseOf, storeSession } from './check-work.ts'
import { ready } from './ready.ts'

const redis = new Redis(process.env.GATEHOUSE_REDIS_URL ?? '')
prepare(redis)
const log = pino(pino.destination('/dev/null'))
const app = express()
app.use((request, response, next) => {
  const requestId = randomUUID()
  const startedAt = performance.now()
  response.setHeader('X-Request-Id', requestId)
  response.on('finish', () =>
    log.info({ requestId, method: request.method, path: request.path, ms: performance.now() - startedAt }),
  )
  next()
})
app.get('/auth/sessions/current', async (request, response) => {
  const stored = await checkSession(redis, request.headers.authorization)
  if (stored === null) response.status(401).json({ code: 'UNAUTHORIZED' })
  else response.json(responseOf(stored, request.headers.authorization ?? ''))
})
const server = app.listen(0, '127.0.0.1', async () => ready(server, await storeSession(redis)))
