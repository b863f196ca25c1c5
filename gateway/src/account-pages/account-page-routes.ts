import { type Asset, asset } from '../http/asset.ts'
import { fixedRoute } from '../http/fixed-route.ts'
import { emptyResponse } from '../http/http-response.ts'
import type { Route } from '../http/route.ts'
import { script, style } from './gen/assets.ts'
import { type Language, languageOf } from './languages.ts'
import { icon, type Page, renderPage } from './layout.ts'
import { forgotPage } from './pages/forgot.ts'
import { handoffPage } from './pages/handoff.ts'
import { registerPage } from './pages/register.ts'
import { resetPage } from './pages/reset.ts'
import { sessionsPage } from './pages/sessions.ts'
import { signInPage } from './pages/sign-in.ts'
import { verifyPage } from './pages/verify.ts'

/**
 * Only files of this origin run, so that injected markup cannot. The script never parses text as HTML, which the browser
 * enforces (Trusted Types).
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headers = [
  ...['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding, Accept-Language'],
  ...['Content-Security-Policy', contentSecurityPolicy, 'Cross-Origin-Opener-Policy', 'same-origin'],
]

const pages = new Map(
  [signInPage, registerPage, sessionsPage, handoffPage, verifyPage, forgotPage, resetPage].map((page) => [
    page.name,
    translated(page),
  ]),
)

const files = new Map<string, Asset>([
  ['script.js', asset('text/javascript; charset=utf-8', () => script)],
  ['style.css', asset('text/css; charset=utf-8', () => style)],
  ['icon.svg', asset('image/svg+xml', () => icon)],
])

/** Relative, so that it also works under /v1. */
const redirect: Asset = async () => emptyResponse(['Location', 'account/sessions'], 303)

/** Pages for people without an app: sign-in, registration, sessions, handoff, links of mails. They use the routes of the API. */
export const accountPageRoutes: readonly Route[] = [
  fixedRoute('/account', 'Redirect to the sessions page.', () => redirect),
  fixedRoute(
    '/account/{page}',
    'Get an account page or one of its files.',
    ({ page = '' }, context) => pages.get(page)?.[languageOf(context)] ?? files.get(page),
  ),
]

function translated(page: Page): Record<Language, Asset> {
  const inLanguage = (language: Language) =>
    asset('text/html; charset=utf-8', () => renderPage(page, language), headers)
  return { en: inLanguage('en'), de: inLanguage('de'), fr: inLanguage('fr') }
}
