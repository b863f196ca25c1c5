import { connect } from '@gatehouse/service-kit/grpc/connect'
import { gauge } from '@gatehouse/service-kit/metrics/metric'
import { failing, type ReadyChecks } from '@gatehouse/service-kit/process/ready-checks'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { service } from 'grpc-health-check'

type Health = { check: NonNullable<typeof service.Check> }

export function upstreamHealth(
  address: string,
  tls: Tls | null,
): { isServing(): Promise<boolean>; close(): void } {
  const client = connect({ check: service.Check } as Health, address, { tls, deadlineMs: 1000, as: null })
  return {
    async isServing() {
      // The types of the package do not describe its messages.
      const { status } = (await client.check({ service: '' })) as { status: string }
      return status === 'SERVING'
    },
    close: () => client.close(),
  }
}

/** The gateway is ready without its upstreams: a route that needs none of the unavailable ones still works. */
export function upstreamAvailability(upstreams: ReadyChecks) {
  return gauge({
    name: 'gatehouse_upstream_available',
    help: '1 if the upstream was available when this was read, 0 if not.',
    labelNames: ['upstream'],
    async collect(availability) {
      const unavailable = await failing(upstreams)
      for (const upstream of Object.keys(upstreams))
        availability.set({ upstream }, unavailable.includes(upstream) ? 0 : 1)
    },
  })
}
