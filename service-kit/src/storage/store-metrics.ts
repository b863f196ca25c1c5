import { durationBuckets, histogram } from '../metrics/metric.ts'

export const storeSeconds = histogram({
  labelNames: ['store', 'operation', 'outcome'],
  name: 'gatehouse_store_seconds',
  help: 'Time of commands of MongoDB and Redis (`store`), by `operation`, the name of the command, and by `outcome`: `ok` or `error`.',
  buckets: durationBuckets,
})
