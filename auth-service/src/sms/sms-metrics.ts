import { counter } from '@gatehouse/service-kit/metrics/metric'

export const smsMessages = counter({
  labelNames: ['outcome'],
  name: 'gatehouse_sms_messages_total',
  help: 'Codes by SMS, by `outcome`: `sent`, `limited` (a limit was reached), `rejected` (the carrier does not accept the number), or `failed` (no message was sent).',
})
