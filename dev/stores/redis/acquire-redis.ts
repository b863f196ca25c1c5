import type { RunOptions } from '../../system/apt-install.ts'
import { onPath } from '../../system/on-path.ts'
import { installMissing, type SystemPackage } from '../../system/system-package.ts'

export const redisPrograms = ['redis-server', 'valkey-server']

export const redisPackage: SystemPackage = {
  name: 'redis-server',
  homebrew: 'redis',
  setting: 'GATEHOUSE_REDIS_URL',
  purpose: 'stores sessions and rate limits',
  isInstalled: () => onPath(redisPrograms) !== undefined,
}

export async function acquireRedis({ say = () => {}, signal }: Partial<RunOptions> = {}): Promise<string> {
  await installMissing([redisPackage], { say, signal })
  const program = onPath(redisPrograms)
  if (program === undefined) throw new Error(`${redisPrograms.join(' or ')} disappeared from PATH`)
  return program
}
