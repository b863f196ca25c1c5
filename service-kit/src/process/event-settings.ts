import { setting } from './setting.ts'

/** The setting of a process that tells others what happened, to spread into its table. */
export function eventSettings() {
  return {
    eventStreamLength: setting.integer({
      env: 'GATEHOUSE_EVENT_STREAM_LENGTH',
      default: 1_000_000,
      min: 1,
      meaning: 'About how many events the public stream of this service keeps for consumers that are behind.',
    }),
  }
}
