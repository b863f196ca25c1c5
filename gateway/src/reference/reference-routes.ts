import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { openApiDocument } from '../http/openapi.ts'
import type { Reply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'
import { page, startScript } from './page.ts'

/** Scripts and styles come from here alone, and none stand in the page, so that nothing put into it can run. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const files: Record<string, { type: string; read(): Promise<Buffer | string> }> = {
  'swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    read: () => packaged(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  },
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => packaged(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  'favicon-32x32.png': {
    type: 'image/png',
    read: () => packaged(import.meta.resolve('swagger-ui-dist/favicon-32x32.png')),
  },
  'start.js': { type: 'text/javascript; charset=utf-8', read: async () => startScript },
}

/** `/openapi.json`, and at `/docs` a page to read and try it in; all files are ours, none comes from elsewhere. */
export function referenceRoutes(routes: readonly Route[]): Route[] {
  const document = JSON.stringify(openApiDocument(routes))
  return [
    fixedRoute('/openapi.json', 'The API as an OpenAPI 3.1 document.', () =>
      publicReply('application/json; charset=utf-8', document),
    ),
    fixedRoute('/docs', 'The API reference, to read and to try.', () =>
      publicReply('text/html; charset=utf-8', page, ['Content-Security-Policy', contentSecurityPolicy]),
    ),
    fixedRoute('/docs/{file}', 'The files of that page.', async ({ params }) => {
      const name = params.file ?? ''
      const file = Object.hasOwn(files, name) ? files[name] : undefined
      if (!file) throw new ServiceError('NOT_FOUND')
      return publicReply(file.type, await file.read())
    }),
  ]
}

function fixedRoute(path: string, summary: string, answer: Route['answer']): Route {
  const nothing = { rateLimit: null, body: null, query: null, params: null, responses: [], errors: [] }
  return { method: 'get', path, access: 'anyone', summary, ...nothing, isReference: true, answer }
}

function publicReply(type: string, body: string | Buffer, headers: readonly string[] = []): Reply {
  return { status: 200, type, body, headers: ['Cache-Control', 'public, max-age=300', ...headers] }
}

function packaged(url: string): Promise<Buffer> {
  return readFile(fileURLToPath(url))
}
