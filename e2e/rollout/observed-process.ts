import { subscribe } from 'node:diagnostics_channel'
import dns from 'node:dns/promises'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { ServerHttp2Stream } from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// Imported by the processes of a rollout test: resolves names from a file, as a DNS server of the test would, and counts rpcs.
const { ROLLOUT_HOSTS = '', ROLLOUT_CALLS = '' } = process.env
const { lookup } = dns

Object.assign(dns, {
  async lookup(host: string, options: object) {
    const addresses: string[] | undefined = JSON.parse(readFileSync(ROLLOUT_HOSTS, 'utf8'))[host]
    if (!addresses) return lookup(host, options)
    if (addresses.length > 0) return addresses.map((address) => ({ address, family: 4 }))
    throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' })
  },
})
syncBuiltinESMExports()

let calls = 0
subscribe('http2.server.stream.start', (message) => {
  const { headers } = message as { stream: ServerHttp2Stream; headers: Record<string, string> }
  if (headers[':path']?.startsWith('/gatehouse.')) calls += 1
})
// Node imports this module in worker threads too, where no rpc arrives.
if (isMainThread)
  setInterval(() => {
    writeFileSync(`${ROLLOUT_CALLS}.new`, String(calls))
    renameSync(`${ROLLOUT_CALLS}.new`, ROLLOUT_CALLS)
  }, 200).unref()
