import { guildDirectory } from '@gatehouse/guild-directory/guild-directory'
import { guildsServer, localClient } from '@gatehouse/guild-directory/guilds-server'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { watchTls } from '@gatehouse/service-kit/tls/tls-files'
import type { WebhookConfig } from './config.ts'
import { directoryClient } from './directory-client.ts'

export { directorySchema } from '@gatehouse/guild-directory/schema'

export function openDirectory(
  config: WebhookConfig,
  log: Logger,
  options: Parameters<typeof guildDirectory>[0],
) {
  if (config.guildsAddress !== null) {
    const client = connect(GuildsService, config.guildsAddress, { tls: watchTls(config, log) })
    return { directory: directoryClient(client), services: [], close: () => client.close() }
  }
  const directory = guildDirectory(options)
  return {
    directory: directoryClient(localClient(directory)),
    services: [[GuildsService, guildsServer(directory)]] as const,
    close: () => {},
  }
}
