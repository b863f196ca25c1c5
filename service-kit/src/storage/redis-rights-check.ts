import { z } from 'zod'
import { isStoreDenied } from '../errors/store-unavailable.ts'
import type { Logger } from '../process/log.ts'
import type { RedisClient } from './redis.ts'
import { connectionCommands, type RedisRights, scriptCommands } from './redis-rights.ts'
import { defineScript } from './redis-script.ts'

const maxNamed = 20

type Options = { redis: RedisClient; prefix: string; rights: RedisRights; log: Pick<Logger, 'warn'> }

/**
 * Whether the user of this client has the rights, as a readiness check: with the URL of another user, another prefix or an ACL file
 * of an earlier release, a process would fail at each request. False only after Redis named a missing right: a process can be ready
 * without Redis. Once right, it is not asked again.
 */
export function redisRightsCheck({ redis, prefix, rights, log }: Options): () => Promise<boolean> {
  const wanted = wantedCommands(prefix, rights)
  let isGranted = false
  let lastReason = ''

  return async () => {
    if (isGranted) return true
    const denied = await deniedOf(redis, wanted)
    if (denied === null) return true
    isGranted = denied.length === 0
    const reason = denied.slice(0, maxNamed).join(', ')
    if (reason !== '' && reason !== lastReason) log.warn({ reason }, 'Redis denies commands')
    lastReason = reason
    return isGranted
  }
}

/** Null if Redis does not answer, or cannot tell. */
async function deniedOf(redis: RedisClient, wanted: string[][]): Promise<string[] | null> {
  try {
    const denied = await deniedCommands(redis, [], { wanted })
    return denied.map((index) => wanted[index - 1]?.join(' ') ?? '')
  } catch (error) {
    return isStoreDenied(error) ? ['eval'] : null
  }
}

// Redis 7 and Valkey; it enters nothing into ACL LOG. An unknown command is an error.
const deniedCommands = defineScript<{ wanted: string[][] }, number[]>({
  name: 'deniedCommands',
  keys: 0,
  lua: `
    local denied = {}
    if not redis.acl_check_cmd then return denied end
    for i, command in ipairs(args.wanted) do
      local isKnown, isGranted = pcall(redis.acl_check_cmd, unpack(command))
      if not (isKnown and isGranted) then denied[#denied + 1] = i end
    end
    return denied
  `,
  reply: z.array(z.number()),
})

/**
 * Each command with a key of its pattern, or with a channel. Redis 7.0 reads beyond the arguments, and can crash, if a command ends
 * before the number that it expects, as that of keys of EVAL.
 */
function wantedCommands(prefix: string, rights: RedisRights): string[][] {
  const named = (pattern: string) => `${prefix}${pattern.replace('*', 'x')}`
  const ofKeys = ({ keys }: RedisRights) =>
    Object.entries(keys).flatMap(([pattern, commands]) =>
      commands.map((command) => withKey(command.split('|'), named(pattern))),
    )
  const withoutKeys = [...connectionCommands, ...(rights.commands ?? [])]
  return [
    ...scriptCommands.map((command) => [command, 'x', '0']),
    ...withoutKeys.filter((command) => !isOfChannel(command)).map((command) => command.split('|')),
    ...(rights.channels ?? []).flatMap((pattern) =>
      channelCommands.map((command) => [command, named(pattern)]),
    ),
    ...ofKeys(rights),
    ...(rights.streams ? ofKeys(rights.streams) : []),
  ]
}

const channelCommands = ['publish', 'subscribe']
const isOfChannel = (command: string) => channelCommands.includes(command)

/** The only command that does not begin with its key. */
const withKey = (command: string[], key: string): string[] =>
  command[0] === 'xreadgroup' ? ['xreadgroup', 'GROUP', 'g', 'c', 'STREAMS', key, '>'] : [...command, key]
