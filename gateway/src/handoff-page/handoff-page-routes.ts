import { asset } from '../http/asset.ts'
import { packaged, pageRoutes } from '../http/fixed-route.ts'
import { page, style } from './page.ts'
import { script } from './script.ts'

const javascript = 'text/javascript; charset=utf-8'

/** `/handoff`, where two browser windows hand a session over; served with GATEHOUSE_HANDOFF_PAGE=1 alone. */
export const handoffPageRoutes = pageRoutes('/handoff', 'Hand a session from one window to another.', page, {
  'page.css': asset('text/css; charset=utf-8', () => style),
  'page.js': asset(javascript, () => script),
  'qr.js': packaged(javascript, import.meta.resolve('qr')),
})
