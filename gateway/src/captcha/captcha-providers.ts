/**
 * Where each provider there is tells whether a captcha was solved, by the name that settings and X-Captcha-Type give it. All speak
 * one protocol: a form with `secret`, `response`, `remoteip` → `{success, error-codes}`.
 */
export const captchaProviders = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const
