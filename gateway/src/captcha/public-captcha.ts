import type { Settings } from '@gatehouse/service-kit/process/settings'
import { type CaptchaProviderName, captchaProviders } from './captcha-providers.ts'
import type { captchaSettings } from './captcha-settings.ts'

/** What a web page needs to show the captcha. */
export type PublicCaptcha = {
  provider: CaptchaProviderName
  siteKey: string
  scriptUrl: string
  /** CSP sources of its script and frames. */
  sources: readonly string[]
}

/** Null if no captcha is required, or pages cannot show it without a site key. */
export function publicCaptcha(config: Settings<ReturnType<typeof captchaSettings>>): PublicCaptcha | null {
  const { captchaProvider: provider, captchaSiteKey: siteKey, captchaScriptUrl: replacement } = config
  if (provider === 'none' || siteKey === null) return null
  const { scriptUrl, sources } = captchaProviders[provider]
  if (replacement === null) return { provider, siteKey, scriptUrl, sources }
  return { provider, siteKey, scriptUrl: replacement, sources: [new URL(replacement).origin] }
}
