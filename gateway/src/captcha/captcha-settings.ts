import { setting } from '@gatehouse/service-kit/process/settings'

/** The settings of the captcha door, to spread into the table of the gateway. */
export function captchaSettings() {
  return {
    captchaProvider: setting.oneOf({
      env: 'GATEHOUSE_CAPTCHA_PROVIDER',
      values: ['none', 'turnstile', 'hcaptcha'],
      default: 'none',
      meaning: 'Who checks the captchas of registration and sign-in; none asks for none.',
    }),
    captchaSecret: setting.secret({
      env: 'GATEHOUSE_CAPTCHA_SECRET',
      default: null,
      meaning: 'The secret key the captcha provider gave for this site.',
    }),
    captchaVerifyUrl: setting.httpUrl({
      env: 'GATEHOUSE_CAPTCHA_VERIFY_URL',
      default: null,
      meaning: 'Where captchas are checked, when not at the provider’s own address.',
    }),
    captchaTimeoutMs: setting.integer({
      env: 'GATEHOUSE_CAPTCHA_TIMEOUT_MS',
      default: 3000,
      min: 100,
      max: 30_000,
      meaning: 'How long the captcha provider may take, in milliseconds; then it counts as away.',
    }),
    captchaWhenAway: setting.oneOf({
      env: 'GATEHOUSE_CAPTCHA_WHEN_AWAY',
      values: ['refuse', 'allow'],
      default: 'refuse',
      meaning:
        'What becomes of registrations and sign-ins while the captcha provider is away: refuse answers 503, since otherwise whoever can cut us off from it has switched captchas off; allow lets them pass, within the limits.',
    }),
  }
}
