import { z } from 'zod'
import type { RedisClient } from './redis.ts'
import { slotOwners } from './redis-masters.ts'
import { defineScript } from './redis-script.ts'

/**
 * Prelude of scripts: `onlineReplicas()` counts the replicas of this master that confirm writes in time. One that stopped is
 * reported as online for up to a minute, while its lag grows: at most 2 s are allowed.
 */
export const onlineReplicasLua = `
  local function onlineReplicas()
    local online = 0
    for line in string.gmatch(redis.call('INFO', 'replication'), 'slave%d+:[^\\r\\n]*') do
      local lag = tonumber(string.match(line, ',lag=(%d+)'))
      if string.find(line, ',state=online,', 1, true) and lag and lag <= 2 then online = online + 1 end
    end
    return online
  end
`

const countReplicas = defineScript<Record<never, never>, number>({
  name: 'countReplicas',
  keys: 0,
  lua: `${onlineReplicasLua}
    return onlineReplicas()
  `,
  reply: z.number(),
})

/** Whether every master has that many. */
export async function hasReplicas(redis: RedisClient, wanted: number): Promise<boolean> {
  const counts = await Promise.all(
    [...slotOwners(redis).values()].map((master) => countReplicas(master, [], {})),
  )
  return counts.length > 0 && counts.every((count) => count >= wanted)
}
