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
  access?: RedisAccess | null
}

/** The users of a Redis, and one of them who may ping. */
type RedisAccess = { aclFile: string; username: string; password: string }

/** A Redis on loopback, ready when it answers and has loaded its data; `persistent` keeps an append-only file. */
export function redisProcess(options: Options): ProcessSpec {
  const { redisServer, port, dataDir, logFile, persistent, replicaOf, access = null } = options
  mkdirSync(dataDir, { recursive: true })
  return {
    name: replicaOf === undefined ? 'redis' : 'redis-replica',
    command: redisServer,
    args: [
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDir],
      ...['--save', '', '--appendonly', persistent ? 'yes' : 'no'],
      ...['--repl-diskless-sync-delay', '0', '--acllog-max-len', '10000'],
      ...(replicaOf === undefined ? [] : ['--replicaof', '127.0.0.1', String(replicaOf)]),
      ...(access ? ['--aclfile', access.aclFile] : []),
    ],
    env: process.env,
    logFile,
    ready: async (signal) => {
      await until(() => answersPing(port, access), { signal })
    },
  }
}

/** A server that is still loading its data answers with an error. */
function answersPing(port: number, access: RedisAccess | null): Promise<boolean> {
  const signIn = access ? `AUTH ${access.username} ${access.password}\r\n` : ''
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${signIn}PING\r\n`))
    let responses = ''
    socket.on('data', (response) => {
      responses += response.toString()
      if (/^\+PONG|^-/m.test(responses)) socket.destroy()
    })
    socket.once('close', () => resolve(/^\+PONG/m.test(responses)))
    socket.once('error', () => resolve(false))
  })
}
