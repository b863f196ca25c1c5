import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Target } from '../scenario.ts'

export type Baseline = { url: string; token: string; pid: number; stop(): Promise<void> }

/** Runs a baseline server as a process of its own. */
export async function startBaseline(
  name: 'naive-check' | 'tuned-check' | 'echo-check' | 'least-sign-in' | 'least-execution',
  { redis, mongodb }: Pick<Target, 'redis' | 'mongodb'>,
): Promise<Baseline> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const child = fork(fileURLToPath(new URL(`./${name}${extension}`, import.meta.url)), {
    env: {
      ...process.env,
      GATEHOUSE_REDIS_URL: redis,
      GATEHOUSE_MONGODB_URL: mongodb,
      NODE_ENV: 'production',
    },
  })
  const [message] = await once(child, 'message')
  return {
    ...(message as { url: string; token: string }), // what ready.ts sends
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
