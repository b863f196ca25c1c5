import { status } from '@grpc/grpc-js'
import { durationBuckets, histogram } from './metric.ts'

export const rpcSeconds = histogram({
  labelNames: ['rpc', 'code'],
  name: 'gatehouse_rpc_seconds',
  help: 'Time of calls in the service that answers them, by `rpc` and by `code`, the gRPC status. Streams of responses are not measured.',
  buckets: durationBuckets,
})

export function observeCall(path: string, code: status, startedAt: number): void {
  rpcSeconds.observe({ rpc: path.slice(1), code: status[code] }, (performance.now() - startedAt) / 1000)
}
