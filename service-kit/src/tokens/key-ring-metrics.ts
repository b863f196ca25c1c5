import { counter } from '../metrics/metric.ts'

export const keyRingReloads = counter({
  name: 'gatehouse_key_ring_reloads_total',
  help: 'Changed files of key rings, by `outcome`: `loaded`; `failed` counts each attempt, and the previous keys stay in use.',
  labelNames: ['outcome'],
})
