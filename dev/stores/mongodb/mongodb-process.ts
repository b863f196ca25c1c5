import { mkdirSync } from 'node:fs'
import type { ProcessSpec } from '../../process/managed-process.ts'
import { becomePrimary, replicaSetArguments } from './replica-set.ts'

type Options = { mongod: string; port: number; dataDir: string; logFile: string }

/** A mongod on loopback, ready when it is the primary of its single-node replica set. */
export function mongodbProcess({ mongod, port, dataDir, logFile }: Options): ProcessSpec {
  mkdirSync(dataDir, { recursive: true })
  return {
    name: 'mongodb',
    command: mongod,
    args: [
      ...replicaSetArguments,
      ...['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dataDir],
      ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256', '--nounixsocket'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ],
    env: process.env,
    logFile,
    ready: (signal) => becomePrimary(port, signal),
    stopTimeoutMs: 30_000,
  }
}
