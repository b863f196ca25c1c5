import type { PublicCaptcha } from '../captcha/public-captcha.ts'
import { publicCaptcha } from '../captcha/public-captcha.ts'
import type { Config } from '../config.ts'
import { isSecureContext } from '../http/cookies.ts'
import { type Logo, readLogo } from './logo.ts'

/** What the pages show of the settings. */
export type Site = {
  product: string
  logo: Logo | null
  termsUrl: string | null
  privacyUrl: string | null
  supportUrl: string | null
  captcha: PublicCaptcha | null
  /** Whether browsers have no cookies and passkeys for these pages. */
  isInsecure: boolean
}

export function siteOf(config: Config): Site {
  const { productName, logo, termsUrl, privacyUrl, supportUrl } = config
  return {
    product: productName,
    logo: logo === null ? null : readLogo(logo),
    termsUrl,
    privacyUrl,
    supportUrl,
    captcha: publicCaptcha(config),
    isInsecure: !isSecureContext(config.publicUrl),
  }
}
