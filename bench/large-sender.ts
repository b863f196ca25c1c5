import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { stepAside } from '@gatehouse/service-kit/process/step-aside'

/** Posts the same large push over and over, one at a time, until it is told to stop; then says how many were taken. */
const { url, body }: { url: string; body: Uint8Array<ArrayBuffer> } = workerData

// A sender is another machine: here it must not take the processor from what is measured.
stepAside()

let isStopped = false
parentPort?.once('message', () => {
  isStopped = true
})

let [taken, refused] = [0, 0]
while (!isStopped) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': randomUUID(),
    },
    body,
  })
  await response.arrayBuffer()
  if (response.headers.get('x-webhook-result') === 'rendered') taken += 1
  else refused += 1
}
parentPort?.postMessage({ taken, refused })
