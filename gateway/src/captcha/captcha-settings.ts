import { setting } from '@gatehouse/service-kit/process/settings'
import { captchaProviderNames } from './captcha-providers.ts'

export function captchaSettings() {
  return {
    captchaProvider: setting.oneOf({
      env: 'GATEHOUSE_CAPTCHA_PROVIDER',
      values: ['none', ...captchaProviderNames],
      default: 'none',
      meaning: 'The captcha provider of registration and sign-in. none: no captcha is required.',
    }),
    captchaSecret: setting.secret({
      env: 'GATEHOUSE_CAPTCHA_SECRET',
      default: null,
      meaning: 'The secret key of this site at the captcha provider.',
    }),
    captchaSiteKey: setting.text({
      env: 'GATEHOUSE_CAPTCHA_SITE_KEY',
      default: null,
      meaning:
        'The public key of this site at the captcha provider, with which the account pages show the captcha; unset: nobody can sign in or register on them.',
    }),
    captchaScriptUrl: setting.httpUrl({
      env: 'GATEHOUSE_CAPTCHA_SCRIPT_URL',
      default: null,
      meaning: 'The URL of the script that shows captchas on the account pages, if not that of the provider.',
    }),
    captchaVerifyUrl: setting.httpUrl({
      env: 'GATEHOUSE_CAPTCHA_VERIFY_URL',
      default: null,
      meaning: 'The URL that verifies captchas, if not that of the provider.',
    }),
    captchaTimeoutMs: setting.integer({
      env: 'GATEHOUSE_CAPTCHA_TIMEOUT_MS',
      default: 3000,
      min: 100,
      max: 30_000,
      meaning:
        'How long the captcha provider may take, in milliseconds; after that it counts as unavailable.',
    }),
    captchaWhenAway: setting.oneOf({
      env: 'GATEHOUSE_CAPTCHA_WHEN_AWAY',
      values: ['refuse', 'allow'],
      default: 'refuse',
      meaning:
        'Registrations and sign-ins while the captcha provider is unavailable. refuse: they fail with 503, so that nobody can switch captchas off by cutting the connection to the provider. allow: they succeed without a captcha, within the rate limits.',
    }),
  }
}
