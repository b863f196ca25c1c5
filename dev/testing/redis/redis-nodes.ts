import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { Redis } from 'ioredis'
import { type ManagedProcess, managedProcess } from '../../process/managed-process.ts'
import { findFreePort } from '../../stack/free-port.ts'
import { accepts } from '../../stores/accepts.ts'
import { acquireRedis } from '../../stores/redis/acquire-redis.ts'
import { passwordOf, writeShippedUsers } from '../../stores/redis/shipped-users.ts'

type Access = { username?: string; password: string; tls?: Tls }
export type RedisNode = { port: number; process: ManagedProcess; redis: Redis }
export type RedisNodes = ReturnType<typeof redisNodes>

/** Redis servers of a test in one folder, each with an ioredis connection; `stop` ends and removes all. */
export function redisNodes() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-redis-'))
  const nodes: RedisNode[] = []
  const taken = new Set<number>()

  return {
    folder,
    freePort: () => findFreePort(taken),

    /** Starts one; `lines` are its configuration file, which it may write to. */
    async start(port: number, lines: string[], how: Access, args: string[] = []): Promise<RedisNode> {
      const dataDir = join(folder, String(port))
      const file = join(dataDir, 'redis.conf')
      mkdirSync(dataDir)
      writeFileSync(file, ['bind 127.0.0.1', `dir ${dataDir}`, ...lines].map((line) => `${line}\n`).join(''))
      const process_ = managedProcess({
        name: `redis-${port}`,
        command: await acquireRedis(),
        args: [file, ...args],
        env: process.env,
        logFile: join(folder, `${port}.log`),
        ready: async (signal) => void (await until(() => accepts(port), { signal })),
      })
      await process_.start()
      const redis = new Redis(port, '127.0.0.1', how)
      redis.on('error', () => {})
      const node = { port, process: process_, redis }
      nodes.push(node)
      return node
    },

    async stop(): Promise<void> {
      for (const { redis } of nodes) redis.disconnect()
      await Promise.all(nodes.map(({ process }) => process.kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The settings of a server as production has it: the shipped users, an append-only file, and the user of replicas. */
export function persistentLines({ folder }: Pick<RedisNodes, 'folder'>): string[] {
  const aclFile = join(folder, 'users.acl')
  writeShippedUsers(aclFile)
  const replication = [
    'repl-diskless-sync-delay 0',
    'masteruser replica',
    `masterauth ${passwordOf('replica')}`,
  ]
  // Tests end processes and no machines, and a slow disk would delay replicas.
  return ['save ""', 'appendonly yes', 'appendfsync no', `aclfile ${aclFile}`, ...replication]
}

export async function hasInfo({ redis }: RedisNode, section: string, line: string): Promise<boolean> {
  return (await redis.info(section)).split('\r\n').includes(line)
}
