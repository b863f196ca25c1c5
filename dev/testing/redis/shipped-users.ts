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

/** Writes an ACL file for `aclfile`: that of `k8s/` with passwords, and the user of tests. */
export function writeShippedUsers(path: string): void {
  const { username, password } = rootAccess
  writeFileSync(
    path,
    `${shipped().replaceAll('#PASSWORD_', '>PASSWORD_')}user ${username} on >${password} ~* &* +@all\n`,
  )
}
