// The session check in one fully tuned process: the limit for comparisons.
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { checkSession, prepare, responseOf, storeSession } from './check-work.ts'
import { ready } from './ready.ts'

const redis = new Redis(process.env.GATEHOUSE_REDIS_URL ?? '', { enableAutoPipelining: true })
prepare(redis)
const log = pino(pino.destination({ dest: '/dev/null', minLength: 4096, sync: false }))
const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.set('query parser', false)

// express replaces the prototype of every request and response; with these classes that is a no-op.
class Request extends IncomingMessage {}
class Response extends ServerResponse<Request> {}
Object.setPrototypeOf(Request.prototype, app.request)
Object.setPrototypeOf(Response.prototype, app.response)
app.request = Request.prototype as unknown as typeof app.request // express types know only its own prototypes
app.response = Response.prototype as unknown as typeof app.response // the same

let lastId = 0
const nextId = () => {
  lastId += 1
  return `r${lastId}`
}
app.get('/auth/sessions/current', async (request, response) => {
  const startedAt = performance.now()
  const requestId = nextId()
  const stored = await checkSession(redis, request.headers.authorization)
  const body =
    stored === null
      ? '{"code":"UNAUTHORIZED"}'
      : JSON.stringify(responseOf(stored, request.headers.authorization ?? ''))
  response.writeHead(stored === null ? 401 : 200, [
    'X-Request-Id',
    requestId,
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(body)),
  ])
  response.end(body)
  log.info({ requestId, method: 'GET', path: '/auth/sessions/current', ms: performance.now() - startedAt })
})
const server = createServer({ IncomingMessage: Request, ServerResponse: Response }, app)
server.listen(0, '127.0.0.1', async () => ready(server, await storeSession(redis)))
