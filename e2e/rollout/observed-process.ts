import { subscribe } from 'node:diagnostics_channel'
import { renameSync, writeFileSync } from 'node:fs'
import type { ServerHttp2Stream } from 'node:http2'
import { isMainThread } from 'node:worker_threads'

// Imported by the processes of a rollout test: counts rpcs and the connections with rpcs.
const { ROLLOUT_CALLS = '' } = process.env

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
if (isMainThread)
  setInterval(() => {
    writeFileSync(`${ROLLOUT_CALLS}.new`, JSON.stringify({ calls, connections }))
    renameSync(`${ROLLOUT_CALLS}.new`, ROLLOUT_CALLS)
  }, 200).unref()
