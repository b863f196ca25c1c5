import { renderPayload } from '@gatehouse/webhook-service/executions/render-payload'
import { examplePush } from '../example-push.ts'
import type { Scenario } from '../scenario.ts'

const commits = 20
const goalMs = 0.3
const warmingUpMs = 1000

/** Parsing and rendering a push of 20 commits, in processor time of its thread. */
export const renderPush: Scenario = {
  name: 'render-push',
  async run(_, seconds) {
    const body = Buffer.from(JSON.stringify(await pushOf(commits)))
    renderFor(warmingUpMs, body)
    const { rendered, cpuMs } = renderFor(seconds * 1000, body)
    const each = cpuMs / rendered
    return [
      {
        scenario: `render a push of ${commits} commits, ${(body.length / 1024).toFixed(0)} KiB`,
        measured: `${each.toFixed(3)} ms CPU`,
        limit: `${goalMs} ms`,
        ratio: goalMs / each,
        goal: '>= 1',
      },
    ]
  },
}

function renderFor(ms: number, body: Buffer): { rendered: number; cpuMs: number } {
  const job = { format: 'code-host' as const, contentType: 'application/json', event: 'push', body }
  const until = performance.now() + ms
  const before = process.threadCpuUsage()
  let rendered = 0
  while (performance.now() < until) {
    if (renderPayload(job).kind !== 'rendered') throw new Error('The push was not rendered.')
    rendered += 1
  }
  const { user, system } = process.threadCpuUsage(before)
  return { rendered, cpuMs: (user + system) / 1000 }
}

/** The example push with this many commits, each with its own hash and message. */
async function pushOf(count: number): Promise<object> {
  const push = JSON.parse(await examplePush())
  const commits = Array.from({ length: count }, (_, index) => {
    const commit = push.commits[index % push.commits.length]
    const id = `${index.toString(16).padStart(2, '0')}${commit.id.slice(2)}`
    return { ...commit, id, message: `${index}: ${commit.message}` }
  })
  return { ...push, commits }
}
