import type { RedisClient } from './redis.ts'
import { slotOwners } from './redis-masters.ts'

/** A replica that stopped is reported as online for up to a minute, while its lag grows. */
export const maxLagSeconds = 2

/** The replicas in `INFO replication` of a master that confirm writes in time. */
export function onlineReplicas(info: string): number {
  const lines = info.match(/^slave\d+:.*$/gm) ?? []
  return lines.filter((line) => {
    const lag = /,lag=(\d+)/.exec(line)?.[1]
    return line.includes(',state=online,') && lag !== undefined && Number(lag) <= maxLagSeconds
  }).length
}

/** Whether every master has that many. */
export async function hasReplicas(redis: RedisClient, wanted: number): Promise<boolean> {
  const infos = await Promise.all([...slotOwners(redis).values()].map((master) => master.info('replication')))
  return infos.length > 0 && infos.every((info) => onlineReplicas(info) >= wanted)
}
