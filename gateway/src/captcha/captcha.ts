import type { IncomingMessage } from 'node:http'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { type Settings, SettingsError } from '@gatehouse/service-kit/process/settings'
import type { RequestContext } from '../http/request-context.ts'
import { captchaProviders } from './captcha-providers.ts'
import type { captchaSettings } from './captcha-settings.ts'
import { type Verification, verifyCaptcha } from './verify-captcha.ts'

/** Null if no captcha is required. */
export type Captcha = { assertSolved(context: RequestContext): Promise<void> } | null

type Config = Settings<ReturnType<typeof captchaSettings>>

const maxTokenLength = 2048

/** Throws a SettingsError if the provider has no secret. */
export function openCaptcha(config: Config, log: Logger): Captcha {
  const { captchaProvider: provider, captchaSecret: secret } = config
  if (provider === 'none') return null
  if (secret === null) {
    throw new SettingsError([
      `GATEHOUSE_CAPTCHA_SECRET must be set with GATEHOUSE_CAPTCHA_PROVIDER=${provider}`,
    ])
  }
  const url = config.captchaVerifyUrl ?? captchaProviders[provider].verifyUrl
  const verify = (solution: string, remoteIp: string) =>
    verifyCaptcha({ url, secret, timeoutMs: config.captchaTimeoutMs }, { solution, remoteIp })

  return {
    /**
     * Throws CAPTCHA_REQUIRED or INVALID_CAPTCHA, or SERVICE_UNAVAILABLE if the captcha cannot be verified.
     * The provider makes sure that each captcha is used only once.
     */
    async assertSolved({ req, address, requestId }) {
      const solution = presentedCaptcha(req, provider)
      const verification = await verify(solution, address)
      if (verification.outcome === 'solved') return
      if (verification.outcome === 'invalid') throw new ServiceError('INVALID_CAPTCHA')
      log.error({ ...reasonOf(verification), request_id: requestId, provider }, 'captcha verification failed')
      // GATEHOUSE_CAPTCHA_WHEN_AWAY is for outages, not for a wrong secret.
      if (verification.outcome === 'unavailable' && config.captchaWhenAway === 'allow') return
      throw unavailable('the captcha was not verified')
    },
  }
}

function presentedCaptcha({ headers }: IncomingMessage, provider: string): string {
  const token = headers['x-captcha-token']
  const type = headers['x-captcha-type'] ?? provider
  if (token === undefined || token === '') throw new ServiceError('CAPTCHA_REQUIRED')
  if (typeof token !== 'string' || token.length > maxTokenLength || type !== provider) {
    throw new ServiceError('INVALID_CAPTCHA')
  }
  return token
}

function reasonOf(verification: Verification) {
  return 'reason' in verification ? { reason: verification.reason } : {}
}
