import { isStoreDenied } from '../errors/store-unavailable.ts'
import { allowedStepMs, type Clock } from '../time/clock.ts'
import type { RedisClient } from './redis.ts'
import { defineScript, type ScriptArgs } from './redis-script.ts'
import { isTimeDenied, noteTimeDenied } from './time-access.ts'

/** The time of Redis and how far a test moved it ahead, or that of a clock that does not follow this machine. */
type ScriptTime = { ahead: number } | { at: number }

export type TimedScript<Args extends ScriptArgs, Reply> = (
  redis: RedisClient,
  keys: string[],
  args: Args,
  clock: Clock,
) => Promise<Reply>

const timeLua = `
  local nowUs = args.at and math.floor(args.at * 1000)
  if not nowUs then
    local time = redis.call('TIME')
    nowUs = time[1] * 1000000 + time[2] + args.ahead * 1000
  end
  local now = math.floor(nowUs / 1000)
  local function sane(time, ms)
    if time > now + ms + ${allowedStepMs} then return now end
    return time
  end
`

/**
 * A script that counts. Its `now` (milliseconds) and `nowUs` are the time of Redis, so that processes whose clocks differ count
 * alike. `sane(time, ms)` is a stored time, or now if it is further ahead than the `ms` it can be; a second more is possible after
 * a failover.
 */
export function defineTimedScript<Args extends ScriptArgs, Reply>(
  definition: Parameters<typeof defineScript<Args & ScriptTime, Reply>>[0],
): TimedScript<Args, Reply> {
  const script = defineScript<Args & ScriptTime, Reply>({ ...definition, lua: timeLua + definition.lua })
  return (redis, keys, args, clock) =>
    atTimeOfRedis(redis, clock, (time) => script(redis, keys, { ...args, ...time }))
}

/** With an ACL file of an earlier release, which does not allow TIME, the clock of this process takes its place. */
async function atTimeOfRedis<Reply>(
  redis: RedisClient,
  clock: Clock,
  run: (time: ScriptTime) => Promise<Reply>,
): Promise<Reply> {
  const ownTime = () => ({ at: clock.now() })
  if (!clock.ahead || isTimeDenied(redis)) return run(ownTime())
  try {
    return await run({ ahead: clock.ahead() })
  } catch (error) {
    if (!isStoreDenied(error)) throw error
    const reply = await run(ownTime())
    // If another command were denied, it would have failed again.
    noteTimeDenied(redis, error)
    return reply
  }
}
