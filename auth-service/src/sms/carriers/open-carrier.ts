import type { Logger } from '@gatehouse/service-kit/process/log'
import { SettingsError } from '@gatehouse/service-kit/process/settings'
import type { AuthConfig } from '../../config.ts'
import type { Carrier } from './carrier.ts'
import { consoleCarrier } from './console-carrier.ts'
import { messageCarrier } from './message-carrier.ts'
import { verifyCarrier } from './verify-carrier.ts'

/** Null if no codes are sent. Throws a SettingsError for settings that are missing. */
export function openCarrier(config: AuthConfig, log: Logger): Carrier | null {
  const { smsCarrier: kind, smsUrl: url, smsUser: user, smsSecret: secret, smsFrom: from } = config
  if (kind === 'none') return null
  if (kind === 'console') {
    if (config.environment === 'production')
      throw new SettingsError(['GATEHOUSE_SMS_CARRIER must not be console with NODE_ENV=production'])
    return consoleCarrier(log)
  }
  if (url === null || user === null || secret === null)
    throw new SettingsError([
      `GATEHOUSE_SMS_URL, GATEHOUSE_SMS_USER and GATEHOUSE_SMS_SECRET must be set with GATEHOUSE_SMS_CARRIER=${kind}`,
    ])
  const credentials = { url, user, secret, timeoutMs: config.smsTimeoutMs }
  if (kind === 'verify') return verifyCarrier(credentials)
  if (from === null)
    throw new SettingsError(['GATEHOUSE_SMS_FROM must be set with GATEHOUSE_SMS_CARRIER=messages'])
  return messageCarrier({ ...credentials, from })
}
