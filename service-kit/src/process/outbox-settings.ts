import { setting } from './setting.ts'

/** The settings of a process that publishes what it stored, to spread into its table. */
export function outboxSettings() {
  return {
    outboxLeaseSeconds: setting.integer({
      env: 'GATEHOUSE_OUTBOX_LEASE_SECONDS',
      default: 10,
      min: 1,
      meaning: 'How long what a process stored is its own to publish, before another one does.',
    }),
    outboxPollMilliseconds: setting.integer({
      env: 'GATEHOUSE_OUTBOX_POLL_MS',
      default: 500,
      min: 10,
      meaning: 'How often a process looks for what one that ended has left unpublished.',
    }),
  }
}
