import type { callers } from '@gatehouse/proto/callers'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { service } from 'grpc-health-check'

type Health = { check: NonNullable<typeof service.Check> }

/** Whether the upstream serves, and accepts the certificate of this process. `name` is that of a service that the gateway calls. */
export function upstreamHealth(
  name: keyof typeof callers,
  address: string,
  tls: Tls | null,
): { isServing(): Promise<boolean>; close(): void } {
  const client = connect({ check: service.Check } as Health, address, { tls, deadlineMs: 1000, as: null })
  return {
    async isServing() {
      // The types of the package do not describe its messages.
      const { status } = (await client.check({ service: name })) as { status: string }
      return status === 'SERVING'
    },
    close: () => client.close(),
  }
}
