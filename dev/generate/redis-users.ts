import { redisRights as authService } from '@gatehouse/auth-service/redis-rights'
import { redisRights as gateway } from '@gatehouse/gateway/redis-rights'
import { groupCommands } from '@gatehouse/service-kit/events/stream-group'
import {
  commandsOf,
  connectionCommands,
  type RedisRights,
  scriptCommands,
} from '@gatehouse/service-kit/storage/redis-rights'
import { redisRights as sessionService } from '@gatehouse/session-service/redis-rights'
import { redisRights as webhookService } from '@gatehouse/webhook-service/redis-rights'

const prefix = 'gatehouse:'

const consumed = ['xread', ...groupCommands]
const platform: RedisRights = {
  keys: {
    messages: consumed,
    'events:auth': consumed,
    'events:sessions': consumed,
    'events:webhooks': consumed,
  },
}

export const rightsOfServices = {
  gateway,
  'auth-service': authService,
  'session-service': sessionService,
  'webhook-service': webhookService,
} satisfies Record<string, RedisRights>

/** What Redis and its operators need, as lines of the ACL file. */
const otherUsers: Record<string, string> = {
  operator: '+ping +info +slowlog +latency +acl|log +client|list +memory|stats',
  replica: '+psync +replconf +ping',
  sentinel:
    '&__sentinel__:* +ping +info +role +publish +subscribe +multi +exec +slaveof +config|rewrite +client|setname +client|kill +script|kill',
}

/** `k8s/redis/users.acl`. Redis allows no comments in it. */
export function redisUsers(): string {
  return [
    // Redis replays its append-only file as this user; nobody can sign in as it.
    'user default off ~* &* +@all',
    ...Object.entries(rightsOfServices).map(([name, rights]) => userLine(name, rulesOfService(rights))),
    userLine('platform', rulesOf(platform, connectionCommands)),
    ...Object.entries(otherUsers).map(([name, rules]) => userLine(name, rules)),
    '',
  ].join('\n')
}

/** Redis does not start while a password is not replaced: a hash must have 64 characters. */
const userLine = (name: string, rules: string) => `user ${name} reset on #PASSWORD_${name} ${rules}`

function rulesOfService(rights: RedisRights): string {
  const { streams } = rights
  const own = rulesOf(rights, [...connectionCommands, ...scriptCommands])
  return streams ? `${own} (${rulesOf(streams)})` : own
}

function rulesOf(rights: RedisRights, others: readonly string[] = []): string {
  return [
    ...Object.keys(rights.keys).map((pattern) => `~${prefix}${pattern}`),
    ...(rights.channels ?? []).map((pattern) => `&${prefix}${pattern}`),
    ...[...others, ...commandsOf(rights)].map((command) => `+${command}`),
  ].join(' ')
}
