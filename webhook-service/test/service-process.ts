import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { compileCache } from '@gatehouse/service-kit/testing/compile-cache'
import { migratedStore } from '@gatehouse/service-kit/testing/temp-store'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { webhookSchema } from '@gatehouse/webhook-service/schema'
import { environment } from './started-service.ts'

const main = fileURLToPath(import.meta.resolve('@gatehouse/webhook-service/main'))

/** The webhook service in a process of its own with the flags of the container image, to measure its memory. */
export async function startServiceProcess(settings: Record<string, string> = {}) {
  const store = await migratedStore(webhookSchema)
  const [grpcAddress, opsAddress] = await Promise.all([freeAddress(), freeAddress()])
  const child = spawn(process.execPath, ['--conditions=gatehouse-source', main], {
    stdio: 'ignore',
    env: {
      ...environment(store),
      ...compileCache,
      GATEHOUSE_GRPC_LISTEN: grpcAddress,
      GATEHOUSE_OPS_LISTEN: opsAddress,
      GATEHOUSE_LOG_LEVEL: 'silent',
      GATEHOUSE_DRAIN_SECONDS: '0',
      NODE_OPTIONS: '--max-semi-space-size=4',
      MALLOC_ARENA_MAX: '2',
      ...settings,
    },
  })
  await until(async () => (await fetch(`http://${opsAddress}/health/ready`).catch(() => null))?.ok === true)
  const webhooks = testClient(WebhooksService, grpcAddress, { deadlineMs: 110_000 })
  const guilds = testClient(GuildsService, grpcAddress, { deadlineMs: 110_000 })

  return {
    webhooks,
    guilds,
    /** The maximum memory of the process so far, in MiB. */
    peakMemory: () => memoryOf(child.pid, 'VmHWM'),
    metrics: async () => (await fetch(`http://${opsAddress}/metrics`)).text(),
    async close() {
      webhooks.close()
      guilds.close()
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await store.drop()
    },
  }
}

function memoryOf(pid: number | undefined, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `127.0.0.1:${address.port}`
}
