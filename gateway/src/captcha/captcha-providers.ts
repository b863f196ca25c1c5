/** All have the same protocol, and the same functions in their scripts. */
export const captchaProviders = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    // https://developers.cloudflare.com/turnstile/reference/content-security-policy
    sources: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
    // https://docs.hcaptcha.com/#content-security-policy-settings
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
} as const

export type CaptchaProviderName = keyof typeof captchaProviders

export const captchaProviderNames = ['turnstile', 'hcaptcha'] as const satisfies CaptchaProviderName[]
