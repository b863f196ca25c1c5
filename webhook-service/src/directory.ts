import { guildDirectory } from '@gatehouse/guild-directory/guild-directory'
import { guildsServer, localClient } from '@gatehouse/guild-directory/guilds-server'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { directoryClient } from './directory-client.ts'

export { directorySchema } from '@gatehouse/guild-directory/schema'

export function openDirectory(
  address: string | null,
  tls: Tls | null,
  options: Parameters<typeof guildDirectory>[0],
) {
  if (address !== null) {
    const client = connect(GuildsService, address, { tls, as: 'webhook-service' })
    return { directory: directoryClient(client), services: [], close: () => client.close() }
  }
  const directory = guildDirectory(options)
  return {
    directory: directoryClient(localClient(directory)),
    services: [[GuildsService, guildsServer(directory)]] as const,
    close: () => {},
  }
}
