import { subscribe } from 'node:diagnostics_channel'
import dns from 'node:dns/promises'
import { openSync, readFileSync, writeSync } from 'node:fs'
import type { ServerHttp2Stream } from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// Imported by the processes of a rollout test: counts rpcs and the connections with rpcs.
const { ROLLOUT_CALLS = '', ROLLOUT_HOSTS } = process.env

if (ROLLOUT_HOSTS) {
  const { lookup } = dns
  Object.assign(dns, {
    async lookup(host: string, options: object) {
      if (!host.endsWith('.test')) return lookup(host, options)
      const lines = readFileSync(ROLLOUT_HOSTS, 'utf8').split('\n')
      const addresses = lines.flatMap((line) => (line.endsWith(` ${host}`) ? line.split(' ', 1) : []))
      if (addresses.length > 0) return addresses.map((address) => ({ address, family: 4 }))
      throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' })
    },
  })
  syncBuiltinESMExports()
}

let calls = 0
let connections = 0
const known = new WeakSet<object>()
subscribe('http2.server.stream.start', (message) => {
  const { headers, stream } = message as { stream: ServerHttp2Stream; headers: Record<string, string> }
  if (!headers[':path']?.startsWith('/gatehouse.')) return
  calls += 1
  if (!stream.session || known.has(stream.session)) return
  known.add(stream.session)
  connections += 1
})
// Node imports this module in worker threads too, where no rpc arrives.
if (isMainThread) {
  const file = openSync(ROLLOUT_CALLS, 'w')
  // With a constant length nobody reads half of it.
  const save = () => writeSync(file, JSON.stringify({ calls, connections }).padEnd(100), 0)
  save()
  setInterval(save, 200).unref()
}
