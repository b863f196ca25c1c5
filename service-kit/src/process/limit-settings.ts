import { setting } from './setting.ts'

/** The setting of a process that holds limits, to spread into its table. */
export function limitSettings() {
  return {
    limitsScale: setting.number({
      env: 'GATEHOUSE_LIMITS_SCALE',
      default: 1,
      min: 0.001,
      meaning: 'Factor on every rate limit.',
    }),
  }
}
