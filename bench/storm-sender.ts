import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import type { StormPlan, StormSeen } from './storm.ts'

/** Sends sign-ins at a fixed rate, independent of answers, and counts the results. */
const { url, bodies, addresses, perSecond, seconds, maxAtOnce }: StormPlan = workerData

// No lower priority here: the rate must hold while the cores are busy, or requests are sent in bursts.

const agent = new Agent({ keepAlive: true, maxSockets: maxAtOnce })
const seen: StormSeen = { sent: 0, held: 0, accepted: 0, shed: 0, others: {}, shedMs: [], acceptedMs: [] }
let [due, atOnce] = [0, 0]
const startedAt = performance.now()

await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const elapsed = (performance.now() - startedAt) / 1000
    for (const until = Math.min(elapsed, seconds) * perSecond; due < until; due += 1) {
      if (atOnce < maxAtOnce) send(due)
      else seen.held += 1
    }
    if (elapsed < seconds) return
    clearInterval(timer)
    resolve()
  }, 5)
})
// Requests still in flight at the end are not counted.
parentPort?.postMessage({ ...seen })
agent.destroy()

function send(number: number): void {
  const body = bodies[number % bodies.length] ?? ''
  const sentAt = performance.now()
  atOnce += 1
  seen.sent += 1
  const done = (status: number, what = '', retryAfter = '') => {
    atOnce -= 1
    const tookMs = performance.now() - sentAt
    if (status === 200) {
      seen.accepted += 1
      seen.acceptedMs.push(tookMs)
    } else if (status === 503 && Number(retryAfter) >= 1) {
      seen.shed += 1
      seen.shedMs.push(tookMs)
    } else seen.others[`${status} ${what}`] = (seen.others[`${status} ${what}`] ?? 0) + 1
  }
  const post = request(url, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': addresses[number % addresses.length] ?? '',
    },
  })
  post.on('response', (response) => {
    void text(response).then((answer) =>
      done(response.statusCode ?? 0, answer, response.headers['retry-after']),
    )
  })
  post.on('error', (error) => done(0, error.message))
  post.end(body)
}
