/** The verification URL of each provider. All have the same protocol. */
export const captchaProviders = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const

export const captchaProviderNames = [
  'turnstile',
  'hcaptcha',
] as const satisfies (keyof typeof captchaProviders)[]
