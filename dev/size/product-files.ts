import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'

const packages = [
  ...['service-kit', 'gateway', 'auth-service', 'session-service', 'webhook-service', 'guild-directory'],
  ...['admin', 'client', 'proto'],
]

/** The sources of the product, without tests and generated files, relative to the root of the repository. */
export function productFiles(): string[] {
  const kept = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', [...kept, ...packages], { cwd: repositoryRoot, encoding: 'utf8' })
  // One that was removed is listed up to its commit.
  const present = files.split('\n').filter((file) => existsSync(join(repositoryRoot, file)))
  return present.filter(
    (file) => /\.[mc]?[jt]sx?$/.test(file) && !/\.test\.tsx?$|\/gen\/|\/(?:test|testing)\//.test(file),
  )
}
