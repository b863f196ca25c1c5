import type { Logger } from '@gatehouse/service-kit/process/log'
import type { MessageCarrier } from './carrier.ts'

/** For development only: everyone who reads the log reads the codes. */
export function consoleCarrier(log: Logger): MessageCarrier {
  return {
    checksCodes: false,
    async send({ to, text }) {
      log.info({ event: 'sms.console' }, `SMS to ${to}: ${text}`)
    },
  }
}
