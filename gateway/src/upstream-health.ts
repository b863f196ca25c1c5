import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Method } from '@gatehouse/service-kit/grpc/method'
import type { Tls } from '@gatehouse/service-kit/process/tls'
import { service } from 'grpc-health-check'

type Check = Method<{ service: string }, { status: string }>

export function upstreamHealth(
  address: string,
  tls: Tls | null,
): { isServing(): Promise<boolean>; close(): void } {
  // The types of the package do not describe its messages.
  const client = connect(
    { check: service.Check as unknown as Check & { requestStream: false; responseStream: false } },
    address,
    {
      tls,
      deadlineMs: 1000,
    },
  )
  return {
    isServing: async () => (await client.check({ service: '' })).status === 'SERVING',
    close: () => client.close(),
  }
}
