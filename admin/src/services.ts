import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { answered } from './answered.ts'
import type { StackAddresses } from './stack-addresses.ts'

/** Clients of the services; each connects when it is first used. */
export type Services = ReturnType<typeof services>

export function services(addresses: StackAddresses) {
  const opened = new DisposableStack()
  const keep = <Client extends { close(): void }>(client: Client) =>
    opened.adopt(client, ({ close }) => close())
  const options = { tls: addresses.tls, as: 'admin' } as const

  const clocks = () =>
    addresses.clocks().map(({ process, address }) => ({
      process,
      address,
      clock: keep(connect(ClockService, address, options)),
    }))

  return {
    accounts: () => keep(connect(AuthAdminService, addresses.auth(), options)),
    guilds: () => keep(connect(GuildsService, addresses.guilds(), options)),
    webhooks: () => keep(connect(WebhooksService, addresses.webhooks(), options)),
    addresses,
    clocks,
    /** The time of the stack, which differs from this machine's if its clock was moved. */
    now: async () => {
      const [first] = clocks()
      return first ? answered((await first.clock.now({})).now).getTime() : Date.now()
    },
    close: () => opened.dispose(),
  }
}
