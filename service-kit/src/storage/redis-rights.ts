/** What a service does in Redis. `k8s/redis/users.acl` is generated from it. */
export type RedisRights = {
  /** By pattern behind the prefix: the commands on such keys, also those inside scripts. */
  keys: Readonly<Record<string, readonly string[]>>
  /** Patterns of channels behind the prefix. */
  channels?: readonly string[]
  /** Commands without keys. */
  commands?: readonly string[]
  /** Commands without keys that a service can do without, for a time. */
  optional?: readonly string[]
  /** Rights to streams of other services: a user has them for these keys alone. */
  streams?: RedisRights
}

/** What every client calls to connect. */
export const connectionCommands = ['ping', 'info', 'cluster|slots', 'cluster|info'] as const

export const scriptCommands = ['eval', 'evalsha'] as const

/** What timed-script.ts calls: without it the clock of the process takes its place. */
export const timeRights = { optional: ['time'] } as const

/** The commands of rights, each once. */
export function commandsOf({ keys, commands = [], optional = [] }: RedisRights): string[] {
  return [...new Set([...commands, ...Object.values(keys).flat(), ...optional])]
}
