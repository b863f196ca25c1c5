import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '@gatehouse/service-kit/process/lower-thread-priority'

/** Posts the same large push in a loop, one at a time, until it is stopped; then reports how many were accepted. */
const { url, body, bytesPerSecond }: { url: string; body: Uint8Array<ArrayBuffer>; bytesPerSecond: number } =
  workerData
const chunkBytes = 64 * 1024

// In production the sender is another machine, so here it must not take processor time from the stack.
lowerThreadPriority()

let isStopped = false
parentPort?.once('message', () => {
  isStopped = true
})

let [taken, rejected] = [0, 0]
while (!isStopped) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': randomUUID(),
    },
    body: ReadableStream.from(paced()),
    duplex: 'half',
  })
  await response.arrayBuffer()
  if (response.headers.get('x-webhook-result') === 'rendered') taken += 1
  else rejected += 1
}
parentPort?.postMessage({ taken, rejected })

/** Sends the body at the rate of a network: on this machine a sender would otherwise use all of the processor. */
async function* paced(): AsyncGenerator<Uint8Array> {
  const startedAt = performance.now()
  for (let sent = 0; sent < body.length; sent += chunkBytes) {
    yield body.subarray(sent, sent + chunkBytes)
    const aheadMs = (sent / bytesPerSecond) * 1000 - (performance.now() - startedAt)
    if (aheadMs > 1) await pause(aheadMs)
  }
}
