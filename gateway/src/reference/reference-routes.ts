import { type Asset, asset } from '../http/asset.ts'
import { fixedRoute, packaged, pageRoutes } from '../http/fixed-route.ts'
import { openApiDocument } from '../http/openapi.ts'
import type { Route } from '../http/route.ts'
import { page, startScript } from './page.ts'

const files: Record<string, Asset> = {
  'swagger-ui.css': packaged(
    'text/css; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  ),
  'swagger-ui-bundle.js': packaged(
    'text/javascript; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  ),
  'favicon-32x32.png': packaged('image/png', import.meta.resolve('swagger-ui-dist/favicon-32x32.png')),
  'start.js': asset('text/javascript; charset=utf-8', () => startScript),
}

/** `/openapi.json`, and at `/docs` a page to read and try it in; all files are ours, none comes from elsewhere. */
export function referenceRoutes(routes: readonly Route[]): Route[] {
  const document = asset('application/json; charset=utf-8', () => JSON.stringify(openApiDocument(routes)))
  return [
    fixedRoute('/openapi.json', 'The API as an OpenAPI 3.1 document.', () => document),
    ...pageRoutes('/docs', 'The API reference, to read and to try.', page, files),
  ]
}
