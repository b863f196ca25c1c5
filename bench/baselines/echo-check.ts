// The least that an HTTP server in Node can do for a session check: a digest of the token, the headers of the product, a constant body.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { ready } from './ready.ts'

const info = { browser: 'Firefox', os: 'Linux', platform: 'desktop', location: null }
const session = {
  approx_last_used_at: new Date(0).toISOString(),
  client_info: info,
  current: true,
  id_hash: 'x'.repeat(43),
}
const body = JSON.stringify(session)
const headers = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['Cache-Control', 'no-store'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ...['X-RateLimit-Limit', '100'],
  ...['X-RateLimit-Remaining', '99'],
  ...['X-RateLimit-Reset-After', '1'],
  ...['Vary', 'Origin'],
  ...['Content-Type', 'application/json'],
  ...['Content-Length', String(Buffer.byteLength(body))],
]
const server = createServer((request, response) => {
  const digest = createHash('sha256')
    .update(request.headers.authorization ?? '')
    .digest('base64url')
  response.writeHead(200, [...headers, 'X-Request-Id', digest]).end(body)
})
server.listen(0, '127.0.0.1', () => ready(server, 'token'))
