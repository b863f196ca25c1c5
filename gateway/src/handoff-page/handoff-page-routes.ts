import { asset } from '../http/asset.ts'
import { packageAsset, pageRoutes } from '../http/fixed-route.ts'
import { page, style } from './page.ts'
import { script } from './script.ts'

const javascript = 'text/javascript; charset=utf-8'

export const handoffPageRoutes = pageRoutes('/handoff', 'Demo page for session handoffs.', page, {
  'page.css': asset('text/css; charset=utf-8', () => style),
  'page.js': asset(javascript, () => script),
  'qr.js': packageAsset(javascript, import.meta.resolve('qr')),
})
