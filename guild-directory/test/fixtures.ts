import { directorySettings } from '@gatehouse/guild-directory/config'
import { directorySchema } from '@gatehouse/guild-directory/schema'
import { start } from '@gatehouse/guild-directory/start'
import { ChannelKind, GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { permission } from '@gatehouse/proto/guilds/permissions'
import type { RpcClient } from '@gatehouse/service-kit/grpc/connect'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { migratedStore } from '@gatehouse/service-kit/testing/temp-store'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { openTestMongo } from '@gatehouse/service-kit/testing/test-mongo'
import { until } from '@gatehouse/service-kit/testing/wait-until'

export type StartedDirectory = Awaited<ReturnType<typeof startDirectory>>

/** A guild directory on an empty database, called over gRPC as if it were in another process. */
export async function startDirectory() {
  const store = await migratedStore(directorySchema)
  const clock = fakeClock()
  const log = createLogger({ name: 'test', level: 'silent' })
  const mongo = await openTestMongo(store)
  const config = readSettings(directorySettings, {
    NODE_ENV: 'test',
    GATEHOUSE_GRPC_LISTEN: '127.0.0.1:0',
    GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
    GATEHOUSE_MONGODB_URL: store.mongodbUrl,
    GATEHOUSE_MONGODB_DATABASE: store.database,
  })
  const directory = await start(config, { clock, log })
  await until(async () => (await fetch(`http://${directory.opsAddress}/health/ready`)).ok)
  const guilds = testClient(GuildsService, directory.grpcAddress)

  return {
    clock,
    guilds,
    connection: mongo.connection,
    grpcAddress: directory.grpcAddress,
    async close() {
      guilds.close()
      await directory.close()
      await mongo.close()
      await store.drop()
    },
  }
}

let lastId = BigInt(Date.now()) << 22n
/** An id that is unique in this test run. */
export const freshId = () => String(++lastId)

type Directory = { guilds: RpcClient<typeof GuildsService> }

/** A guild with one text channel and, besides its owner, one member who may manage webhooks and one who may only read. */
export async function makeGuild({ guilds }: Directory) {
  const [id, owner, manager, reader] = [freshId(), freshId(), freshId(), freshId()]
  await guilds.putGuild({ guild: { id, name: 'Guild', ownerId: owner } })
  const channelId = await makeChannel({ guilds }, id)
  const manages = String(permission.MANAGE_WEBHOOKS | permission.VIEW_CHANNEL)
  await guilds.putMember({ member: { guildId: id, userId: manager, permissions: manages } })
  await guilds.putMember({ member: { guildId: id, userId: reader, permissions: '' } })
  return { id, channelId, owner, manager, reader }
}

export async function makeChannel({ guilds }: Directory, guildId: string): Promise<string> {
  const channel = { id: '', guildId, name: 'channel', kind: ChannelKind.TEXT, archived: false }
  const { channel: created } = await guilds.putChannel({ channel })
  return created?.id ?? ''
}

export async function makeDmChannel({ guilds }: Directory): Promise<string> {
  const channel = { id: '', guildId: undefined, name: 'dm', kind: ChannelKind.DM, archived: false }
  const { channel: created } = await guilds.putChannel({ channel })
  return created?.id ?? ''
}
