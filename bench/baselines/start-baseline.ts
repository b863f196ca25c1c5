import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Target } from '../scenario.ts'

export type Baseline = { url: string; token: string; pid: number; stop(): Promise<void> }
type Stores = Pick<Target, 'redis' | 'mongodb'>

/** Runs a baseline server as a process of its own. */
export function startBaseline(
  name: 'naive-check' | 'tuned-check' | 'echo-check' | 'least-sign-in' | 'least-execution',
  stores: Stores,
): Promise<Baseline> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  return start(fileURLToPath(new URL(`./${name}${extension}`, import.meta.url)), stores, {})
}

/** Better Auth with these parameters of argon2id. Only `npm run bench` installs it. */
export function startBetterAuth(
  stores: Stores,
  { memoryKib, passes }: { memoryKib: number; passes: number },
): Promise<Baseline> {
  const env = { MEMORY_KIB: String(memoryKib), PASSES: String(passes) }
  return start(resolve('bench/peers/better-auth/server.mjs'), stores, env)
}

async function start(file: string, { redis, mongodb }: Stores, own: NodeJS.ProcessEnv): Promise<Baseline> {
  const child = fork(file, {
    env: {
      ...process.env,
      ...own,
      GATEHOUSE_REDIS_URL: redis,
      GATEHOUSE_MONGODB_URL: mongodb,
      NODE_ENV: 'production',
    },
  })
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready.`))),
  ])
  return {
    ...(message as { url: string; token: string }), // what ready.ts sends
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
