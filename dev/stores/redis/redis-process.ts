import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import type { ProcessSpec } from '../../process/managed-process.ts'
import { until } from '../../process/until.ts'

type Options = {
  redisServer: string
  port: number
  dataDir: string
  logFile: string
  persistent: boolean
  /** The port of its master. */
  replicaOf?: number
}

/** A Redis on loopback, ready when it answers and has loaded its data; `persistent` keeps an append-only file. */
export function redisProcess(options: Options): ProcessSpec {
  const { redisServer, port, dataDir, logFile, persistent, replicaOf } = options
  mkdirSync(dataDir, { recursive: true })
  return {
    name: replicaOf === undefined ? 'redis' : 'redis-replica',
    command: redisServer,
    args: [
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDir],
      ...['--save', '', '--appendonly', persistent ? 'yes' : 'no'],
      ...['--repl-diskless-sync-delay', '0', '--acllog-max-len', '10000'],
      ...(replicaOf === undefined ? [] : ['--replicaof', '127.0.0.1', String(replicaOf)]),
    ],
    env: process.env,
    logFile,
    ready: async (signal) => {
      await until(() => answersPing(port), { signal })
    },
  }
}

/** A server that is still loading its data answers with an error. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (answer) => {
      resolve(answer.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
}
