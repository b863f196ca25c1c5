import type { RunOptions } from '../system/apt-install.ts'
import { installMissing, type SystemPackage } from '../system/system-package.ts'
import { packagesForMongod } from './mongodb/acquire-mongod.ts'
import { redisPackage } from './redis/acquire-redis.ts'

type Wanted = { mongodb: boolean; redis: boolean; others?: SystemPackage[] }

/**
 * Installs every system package that the wanted programs need in one step: apt allows one installation at a time, and
 * a user who may not install packages gets one command for all of them.
 */
export async function installPrograms(wanted: Wanted, options: RunOptions): Promise<void> {
  const { mongodb, redis, others = [] } = wanted
  await installMissing(
    [...(redis ? [redisPackage] : []), ...(mongodb ? await packagesForMongod(options) : []), ...others],
    options,
  )
}
