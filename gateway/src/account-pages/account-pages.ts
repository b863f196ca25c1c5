import { type Asset, asset } from '../http/asset.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Features } from './feature-status.ts'
import { script, style } from './gen/assets.ts'
import { type Language, languageNames, languageOf } from './languages.ts'
import { icon, type Page, renderPage } from './layout.ts'
import { pageHeaders } from './page-headers.ts'
import { authorizeIpPage } from './pages/authorize-ip.ts'
import { emailPage } from './pages/email.ts'
import { forgotPage } from './pages/forgot.ts'
import { handoffPage } from './pages/handoff.ts'
import { registerPage } from './pages/register.ts'
import { resetPage } from './pages/reset.ts'
import { revertPage } from './pages/revert.ts'
import { securityPage } from './pages/security.ts'
import { sessionsPage } from './pages/sessions.ts'
import { signInPage } from './pages/sign-in.ts'
import { singleSignOnPage } from './pages/single-sign-on.ts'
import { ssoCallbackPage } from './pages/sso-callback.ts'
import { verifyPage } from './pages/verify.ts'
import { webhooksPage } from './pages/webhooks.ts'
import type { Site } from './site.ts'

export type AccountPages = {
  /** A page or one of its files; undefined if there is none of this name. */
  find(name: string, context: RequestContext): Promise<Asset | undefined>
}

const pages: readonly Page[] = [
  signInPage,
  ssoCallbackPage,
  registerPage,
  sessionsPage,
  securityPage,
  handoffPage,
  verifyPage,
  authorizeIpPage,
  forgotPage,
  resetPage,
  emailPage,
  revertPage,
  webhooksPage,
  singleSignOnPage,
]

export function accountPages(site: Site, features: () => Promise<Features>): AccountPages {
  const files = filesOf(site)
  const rendered = new Map(pages.map((page) => [page.name, variantsOf(page, site)]))

  return {
    async find(name, context) {
      const variants = rendered.get(name)
      if (!variants) return files.get(name)
      return variants.get(variantName({ language: languageOf(context), ...(await features()) }))
    },
  }
}

type Variant = Features & { language: Language }

function variantName({ language, sendsMails, sendsSms }: Variant): string {
  return [language, sendsMails, sendsSms].join()
}

function variantsOf(page: Page, site: Site): Map<string, Asset> {
  const { hasCaptcha, hasQrCode = false } = page
  const headers = pageHeaders({ captcha: hasCaptcha ? site.captcha : null, hasQrCode })
  const flags = [true, false]
  const variants = languageNames.flatMap((language) =>
    flags.flatMap((sendsMails) => flags.map((sendsSms) => ({ language, sendsMails, sendsSms }))),
  )
  return new Map(
    variants.map((variant) => [
      variantName(variant),
      asset('text/html; charset=utf-8', () => renderPage(page, { site, ...variant }), headers),
    ]),
  )
}

function filesOf({ logo }: Site): Map<string, Asset> {
  const files = new Map<string, Asset>([
    ['script.js', asset('text/javascript; charset=utf-8', () => script)],
    ['style.css', asset('text/css; charset=utf-8', () => style)],
    ['icon.svg', asset('image/svg+xml', () => icon)],
  ])
  // Opened as a document of this origin, an SVG could otherwise run scripts.
  const headers = ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"]
  if (logo)
    files.set(
      'logo',
      asset(logo.type, () => logo.content, headers),
    )
  return files
}
