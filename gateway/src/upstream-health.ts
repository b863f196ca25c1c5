import { connect, type Method } from '@gatehouse/service-kit/grpc/connect'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'
import { service } from 'grpc-health-check'

type Check = Method<{ service: string }, { status: string }>

/** Asks a neighbour by the standard health service whether it takes calls. */
export function upstreamHealth(
  address: string,
  tls: Tls | null,
): { isServing(): Promise<boolean>; close(): void } {
  // The package describes its rpcs by a loader whose types know no messages.
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
