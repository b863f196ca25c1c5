import { passwordOf, shippedUsers } from '@gatehouse/dev/stores/redis/shipped-users'
import type { TempStore } from '@gatehouse/service-kit/testing/temp-store'
import { Redis } from 'ioredis'

/** The users of `k8s/redis/users.acl` for the prefix of one network. */
export async function createRedisUsers({
  redisUrl,
  redisPrefix,
}: Pick<TempStore, 'redisUrl' | 'redisPrefix'>) {
  const redis = new Redis(redisUrl)
  const nameOf = (user: string) => `${redisPrefix.replace(/:$/, '')}-${user}`
  const users = shippedUsers(redisPrefix)
  const added = users.map(({ name, rules }) =>
    redis.acl('SETUSER', nameOf(name), 'reset', 'on', `>${passwordOf(name)}`, ...rules),
  )
  await Promise.all(added)

  let mayDeny = false

  return {
    urlOf(user: string): string {
      const url = new URL(redisUrl)
      return Object.assign(url, { username: nameOf(user), password: passwordOf(user) }).href
    },
    /** Changes the rules of a user, such as `-hset`. */
    async changeRights(user: string, ...rules: string[]): Promise<void> {
      await redis.acl('SETUSER', nameOf(user), ...rules)
    },
    /** For tests that call what a user may not. */
    expectDenials(): void {
      mayDeny = true
    },
    /** Removes them. Throws if a command of theirs was denied. */
    async close(): Promise<void> {
      const names = users.map(({ name }) => nameOf(name))
      const log = await redis.call('ACL', 'LOG', 10_000)
      const entries = Array.isArray(log) ? log.map(deniedCommand) : []
      const denied = entries.filter(({ username }) => names.includes(username))
      await redis.acl('DELUSER', ...names)
      redis.disconnect()
      if (denied.length > 0 && !mayDeny) throw new Error(`Redis denied commands: ${JSON.stringify(denied)}`)
    },
  }
}

/** An entry is a flat list of names and values. */
function deniedCommand(entry: unknown) {
  const flat = Array.isArray(entry) ? entry : []
  const fieldOf = (name: string) => String(flat[flat.indexOf(name) + 1])
  return {
    username: fieldOf('username'),
    reason: fieldOf('reason'),
    object: fieldOf('object'),
    context: fieldOf('context'),
  }
}
