import { type Asset, asset } from '../http/asset.ts'
import { fixedRoute, packageAsset, pageRoutes } from '../http/fixed-route.ts'
import type { ApiRoute, Route } from '../http/route.ts'
import { openApiDocument } from '../openapi/document.ts'
import { page, startScript } from './page.ts'

const files: Record<string, Asset> = {
  'swagger-ui.css': packageAsset(
    'text/css; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  ),
  'swagger-ui-bundle.js': packageAsset(
    'text/javascript; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  ),
  'favicon-32x32.png': packageAsset('image/png', import.meta.resolve('swagger-ui-dist/favicon-32x32.png')),
  'start.js': asset('text/javascript; charset=utf-8', () => startScript),
}

/** `/openapi.json` and `/docs`. The page loads all its files from this gateway. */
export function referenceRoutes(routes: readonly ApiRoute[]): Route[] {
  const document = asset('application/json; charset=utf-8', () => JSON.stringify(openApiDocument(routes)))
  return [
    fixedRoute('/openapi.json', 'Get the OpenAPI 3.1 document.', () => document),
    ...pageRoutes('/docs', 'API reference.', page, files),
  ]
}
