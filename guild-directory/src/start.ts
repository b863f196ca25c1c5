import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import type { LeaseDocument } from '@gatehouse/service-kit/ids/lease-store'
import { snowflakes } from '@gatehouse/service-kit/ids/snowflake'
import { leaseWorker } from '@gatehouse/service-kit/ids/worker-lease'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { type ServedContext, serveContext } from '@gatehouse/service-kit/start/serve-context'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { schemaCheck } from '@gatehouse/service-kit/storage/schema/schema'
import { transactions } from '@gatehouse/service-kit/storage/transactions'
import { type Clock, systemClock } from '@gatehouse/service-kit/time/clock'
import { watchTls } from '@gatehouse/service-kit/tls/tls-files'
import type { DirectoryConfig } from './config.ts'
import { guildDirectory } from './guild-directory.ts'
import { guildsServer } from './guilds-server.ts'
import { directorySchema } from './schema.ts'

/** Starts the directory in a process of its own. */
export async function start(
  config: DirectoryConfig,
  overrides: { clock?: Clock; log?: Logger } = {},
): Promise<ServedContext> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLogger({ name: 'guild-directory', level: config.logLevel })
  const tls = watchTls(config, log)
  await using opened = new AsyncDisposableStack()
  const mongo = opened.adopt(
    await openMongo({ url: config.mongodbUrl, database: config.mongodbDatabase, log }),
    (store) => store.close(),
  )
  const { connection } = mongo
  const lease = opened.adopt(
    leaseWorker({ collection: connection.collection<LeaseDocument>('workers'), log }),
    (worker) => worker.close(),
  )
  const newId = snowflakes({ clock, worker: lease.worker })
  const directory = guildDirectory({ connection, inTransaction: transactions(connection), newId, clock })

  const closers = opened.move()
  return serveContext({
    config: { ...config, testClock: false },
    log,
    tls,
    context: {
      clock,
      checks: {
        mongodb: mongo.isReady,
        schema: schemaCheck(connection, directorySchema),
        worker_number: lease.isHeld,
      },
      close: () => closers.disposeAsync(),
    },
    services: [[GuildsService, guildsServer(directory)]],
  })
}
