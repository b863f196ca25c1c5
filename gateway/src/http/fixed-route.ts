import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Reply } from './reply.ts'
import type { Route } from './route.ts'

/** A file of a page of ours: its content type and how it is read. */
export type PageFile = { type: string; read(): Promise<Buffer | string> }

/** Scripts and styles come from here alone, and none stand in a page, so that nothing put into it can run. */
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

/** A page of ours at a path, with its files below. */
export function pageRoutes(
  path: string,
  summary: string,
  html: string,
  files: Record<string, PageFile>,
): Route[] {
  return [
    fixedRoute(path, summary, () =>
      publicReply('text/html; charset=utf-8', html, ['Content-Security-Policy', contentSecurityPolicy]),
    ),
    fixedRoute(`${path}/{file}`, 'The files of that page.', async ({ params }) => {
      const name = params.file ?? ''
      const file = Object.hasOwn(files, name) ? files[name] : undefined
      if (!file) throw new ServiceError('NOT_FOUND')
      return publicReply(file.type, await file.read())
    }),
  ]
}

/** A path with one answer for everybody, which is no part of the API. */
export function fixedRoute(path: string, summary: string, answer: Route['answer']): Route {
  const nothing = { rateLimit: null, body: null, query: null, params: null, responses: [], errors: [] }
  return { method: 'get', path, access: 'anyone', summary, ...nothing, isReference: true, answer }
}

export function publicReply(type: string, body: string | Buffer, headers: readonly string[] = []): Reply {
  return { status: 200, type, body, headers: ['Cache-Control', 'public, max-age=300', ...headers] }
}

/** A file out of a package, as import.meta.resolve names it. */
export function packaged(type: string, url: string): PageFile {
  return { type, read: () => readFile(fileURLToPath(url)) }
}
