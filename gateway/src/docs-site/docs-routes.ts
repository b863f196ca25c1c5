import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Asset, asset, brotliAsset } from '../http/asset.ts'
import { browserRedirect } from '../http/browser-redirect.ts'
import { contentSecurityPolicy, fixedRoute } from '../http/fixed-route.ts'
import { jsonType } from '../http/http-response.ts'
import type { ApiRoute, Route } from '../http/route.ts'
import { openApiDocument } from '../openapi/document.ts'

const folder = join(import.meta.dirname, '../../docs-site')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': jsonType,
  '.svg': 'image/svg+xml',
}

/** The files of the site by the last segment of their URL: pages without `.html`, compressed files without `.br`. */
const files = new Map(['assets', 'gen'].flatMap((part) => filesIn(join(folder, part))))

/** `/openapi.json` and the site at `/docs`: guides and API reference. Its pages load only files of this gateway. */
export function docsRoutes(routes: readonly ApiRoute[]): Route[] {
  const document = asset(jsonType, () => JSON.stringify(openApiDocument(routes)))
  return [
    fixedRoute('/openapi.json', 'Get the OpenAPI 3.1 document.', () => document),
    fixedRoute('/docs', 'Documentation.', () => files.get('index')),
    fixedRoute('/docs/', 'Redirect browsers to the documentation.', (_, context) =>
      browserRedirect('../docs', context),
    ),
    fixedRoute('/docs/{file}', 'Get a page of the documentation.', ({ file = '' }) => files.get(file)),
    fixedRoute(
      '/docs/{file}/',
      'Redirect browsers to the page without the slash.',
      ({ file = '' }, context) => (files.has(file) ? browserRedirect(`../${file}`, context) : undefined),
    ),
  ]
}

function filesIn(path: string): [string, Asset][] {
  return readdirSync(path).map((name) => {
    const read = () => readFile(join(path, name))
    if (name.endsWith('.br')) return [name.slice(0, -3), brotliAsset(typeOf(name.slice(0, -3)), read)]
    return [name.replace(/\.html$/, ''), asset(typeOf(name), read, headersOf(name))]
  })
}

function typeOf(name: string): string {
  const type = types[extname(name)]
  if (type === undefined) throw new Error(`${name} has an unknown type`)
  return type
}

function headersOf(name: string): string[] {
  if (!name.endsWith('.html')) return []
  return ['Content-Security-Policy', contentSecurityPolicy({ inlineStyles: name === 'reference.html' })]
}
