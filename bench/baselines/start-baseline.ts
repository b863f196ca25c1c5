import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Target } from '../scenario.ts'

/** `pids` has each of its processes by name. */
export type Baseline = { url: string; token: string; pids: Record<string, number>; stop(): Promise<void> }
/** How the processes of a least program call each other, if there are several. */
export type Calls = 'unary' | 'stream'
type Stores = Pick<Target, 'redis' | 'mongodb'>

/** Runs a baseline server as a process of its own. */
export function startBaseline(
  name: 'naive-check' | 'tuned-check' | 'echo-check',
  stores: Stores,
): Promise<Baseline> {
  return start(fileOf(name), stores, {})
}

/** In one process, or in as many as the product has, which call each other. */
export function startLeast(
  name: 'least-sign-in' | 'least-execution',
  stores: Stores,
  calls: Calls | null,
): Promise<Baseline> {
  return start(fileOf(name), stores, calls === null ? {} : { LEAST_PART: 'gateway', LEAST_CALLS: calls })
}

/** Runs another part of the least program that this process is a part of. */
export function startPart(part: string, calls: Calls): Promise<Baseline> {
  return start(process.argv[1] ?? '', {}, { LEAST_PART: part, LEAST_CALLS: calls })
}

function fileOf(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  return fileURLToPath(new URL(`./${name}${extension}`, import.meta.url))
}

/** Better Auth with these parameters of argon2id. Only `npm run bench` installs it. */
export function startBetterAuth(
  stores: Stores,
  { memoryKib, passes }: { memoryKib: number; passes: number },
): Promise<Baseline> {
  const env = { MEMORY_KIB: String(memoryKib), PASSES: String(passes) }
  return start(resolve('bench/peers/better-auth/server.mjs'), stores, env)
}

async function start(
  file: string,
  { redis, mongodb }: Partial<Stores>,
  own: NodeJS.ProcessEnv,
): Promise<Baseline> {
  const child = fork(file, {
    env: {
      ...process.env,
      ...own,
      ...(redis && { GATEHOUSE_REDIS_URL: redis }),
      ...(mongodb && { GATEHOUSE_MONGODB_URL: mongodb }),
      NODE_ENV: 'production',
    },
  })
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready.`))),
  ])
  return {
    pids: { process: child.pid ?? 0 },
    ...(message as { url: string; token: string }), // what ready.ts sends
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
