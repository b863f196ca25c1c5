import { mongo } from 'mongoose'
import { rawInserts } from '../baselines/raw-inserts.ts'
import { examplePush } from '../example-push.ts'
import { formatProcessorTime, interleave } from '../interleave.ts'
import { type LeastForm, leastForms, startLeastForms } from '../least-forms.ts'
import { freshId, soundLoad } from '../load.ts'
import { perSecond, pidsOf, type Scenario } from '../scenario.ts'

const connections = 32

/** A durable `POST …/code-host` of a real push against raw inserts of what it stores, with the same indexes and write concern. */
export const executeCodeHost: Scenario = {
  name: 'execute-code-host',
  async run(target, seconds) {
    const { id, token } = target.seeded.webhook
    const post = {
      url: `${target.gateway}/webhooks/${id}/${token}/code-host`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-github-event': 'push', 'x-github-delivery': freshId },
      body: await examplePush(),
      connections,
    } as const
    await soundLoad({ ...post, seconds: 1 })
    const least = await startLeastForms(
      'least-execution',
      target,
      (url) => (duration) => soundLoad({ ...post, url: `${url}/`, seconds: duration }),
    )
    const client = await mongo.MongoClient.connect(target.mongodb)
    try {
      const insert = await rawInserts(client, connections)
      const measured = await interleave(seconds, {
        ours: {
          run: (duration) => soundLoad({ ...post, seconds: duration }),
          pids: pidsOf(target, ['gateway', 'webhook-service', 'mongodb', 'redis']),
        },
        ...least.contenders,
        raw: {
          run: async (duration) => ({ perSecond: await insert(duration) }),
          pids: pidsOf(target, ['mongodb']),
        },
      })
      const { ours } = measured
      const figure = (limit: 'raw' | LeastForm, what: string, goal: string) => ({
        scenario: `code-host push, ${connections} connections`,
        detail: `p99 ${ours.p99.toFixed(0)} ms`,
        measured: `${perSecond(ours.perSecond, 'executions')} (${formatProcessorTime(ours)})`,
        limit: `${limit} ${perSecond(measured[limit].perSecond, what)} (${formatProcessorTime(measured[limit])})`,
        ratio: ours.perSecond / measured[limit].perSecond,
        goal,
      })
      return [
        figure('raw', 'inserts', '>= 0.7'),
        ...leastForms.map((form) => figure(form, 'executions', 'stated')),
      ]
    } finally {
      await Promise.all([client.close(), least.stop()])
    }
  },
}
