/** A service that tells whether a captcha was solved: a form with `secret`, `response`, `remoteip` → `{success, error-codes}`. */
export type CaptchaProvider = {
  verifyUrl: string
}

/** The providers there are, by the name settings and X-Captcha-Type give them. Both speak the same protocol. */
export const captchaProviders = {
  turnstile: { verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify' },
  hcaptcha: { verifyUrl: 'https://api.hcaptcha.com/siteverify' },
} as const satisfies Record<string, CaptchaProvider>

export type CaptchaProviderName = keyof typeof captchaProviders
