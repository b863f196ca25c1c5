import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '@gatehouse/admin/seed'
import { startProcesses } from '@gatehouse/dev/processes'
import type { Target } from './scenario.ts'

/** A seeded stack on free ports, without rate limits and IP authorization, that trusts X-Forwarded-For; removed with its data when disposed. */
export async function benchStack(
  replicas: Record<string, number> = {},
  env: Record<string, string> = {},
): Promise<{ target: Target } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const stack = await startProcesses({
    folder,
    replicas,
    env: {
      ...process.env,
      GATEHOUSE_LIMITS_SCALE: '1000000',
      GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1',
      GATEHOUSE_IP_AUTHORIZATION: '0',
      ...env,
    },
    say: (line) => console.error(line),
  })
  const remove = async () => {
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { gateway, gateways, mongodb, redis, grpc, ops } = stack
    const seeded = await seed({ gateway, auth: grpc.auth, guilds: grpc.webhooks })
    return {
      target: {
        gateway,
        gateways,
        sessions: grpc.sessions,
        auth: grpc.auth,
        webhooks: grpc.webhooks,
        mongodb,
        redis,
        ops,
        pids: stack.pids(),
        seeded,
      },
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}
