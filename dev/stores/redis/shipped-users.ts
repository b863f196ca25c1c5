import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'

/** The password of a user of the shipped ACL file in tests. */
export const passwordOf = (user: string) => `PASSWORD_${user}`

/** The user of tests, with all rights. */
export const rootAccess = { username: 'root', password: 'root' }

/** The users of the shipped ACL file, with the rules of each for this prefix. */
export function shippedUsers(prefix: string): { name: string; rules: string[] }[] {
  const line = /^user (\S+) reset on #\S+ (.*)$/gm
  return [...shipped().matchAll(line)].map(([, name = '', rules = '']) => ({
    name,
    rules: rules.replaceAll('gatehouse:', prefix).match(/\([^)]*\)|\S+/g) ?? [],
  }))
}

const shipped = () => readFileSync(join(repositoryRoot, 'k8s/redis/users.acl'), 'utf8')

const services = ['gateway', 'auth-service', 'session-service', 'webhook-service']

type Options = {
  prefix?: string
  /** Default: that of tests. */
  passwordOf?: (user: string) => string
  root?: typeof rootAccess
  /** Patterns of keys, behind the prefix, that every service uses in addition. */
  patterns?: string[]
}

/** Writes an ACL file for `aclfile`: that of `k8s/` with passwords, and a user with all rights. */
export function writeShippedUsers(
  path: string,
  {
    prefix = 'gatehouse:',
    passwordOf: passwordFor = passwordOf,
    root = rootAccess,
    patterns = [],
  }: Options = {},
): void {
  const more = patterns.map((pattern) => ` ~gatehouse:${pattern}`).join('')
  const users = shipped().replaceAll(
    /^user (\S+) reset on #\S+/gm,
    (_, name: string) => `user ${name} reset on >${passwordFor(name)}${services.includes(name) ? more : ''}`,
  )
  const { username, password } = root
  const text = `${users.replaceAll('gatehouse:', prefix)}user ${username} on >${password} ~* &* +@all\n`
  writeFileSync(path, text, { mode: 0o600 })
}
