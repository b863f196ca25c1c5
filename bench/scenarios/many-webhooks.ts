import { benchStack } from '../bench-stack.ts'
import { examplePush } from '../example-push.ts'
import { formatProcessorTime, interleave, type Measured, totalUs } from '../interleave.ts'
import { lightLoad } from '../light-load.ts'
import { freshId, type LoadOptions, soundLoad } from '../load.ts'
import { type Figure, firstAccount, pidsOf, type Scenario, type Target } from '../scenario.ts'
import { addDeliveries, addWebhooksElsewhere, fillGuild } from '../webhook-crowd.ts'

const connections = 8
const processes = ['gateway', 'session-service', 'webhook-service', 'mongodb', 'redis']

/** The cost of each call among a million webhooks and deliveries and among a hundred thousand. Starts a second stack. */
export const manyWebhooks: Scenario = {
  name: 'many-webhooks',
  isOptIn: true,
  async run(few, seconds) {
    await using stack = await benchStack()
    const many = stack.target
    await addWebhooksElsewhere(few, 100_000)
    await addWebhooksElsewhere(many, 1_000_000)
    await addDeliveries(few, 100_000)
    await addDeliveries(many, 1_000_000)
    const figures: Figure[] = []
    for (const [name, request] of Object.entries(await calls())) {
      const measured = await interleave(seconds, {
        many: {
          run: (duration) => soundLoad({ ...request(many), connections, seconds: duration }),
          pids: pidsOf(many, processes),
        },
        few: {
          run: (duration) => soundLoad({ ...request(few), connections, seconds: duration }),
          pids: pidsOf(few, processes),
        },
      })
      figures.push(figure(name, measured))
    }
    return [...figures, await listOfGuild(many, seconds)]
  },
}

type Request = Omit<LoadOptions, 'connections' | 'seconds'>

async function calls(): Promise<Record<string, (target: Target) => Request>> {
  const body = await examplePush()
  const json = { 'content-type': 'application/json' }
  return {
    'get a webhook': (target) => ({
      url: `${target.gateway}/webhooks/${target.seeded.webhook.id}`,
      headers: authorization(target),
    }),
    'get a webhook by token': (target) => ({ url: webhookUrl(target) }),
    'list the webhooks of a channel': (target) => ({
      url: `${target.gateway}/channels/${target.seeded.channel_id}/webhooks`,
      headers: authorization(target),
    }),
    'list its deliveries': (target) => ({
      url: `${target.gateway}/webhooks/${target.seeded.webhook.id}/deliveries`,
      headers: authorization(target),
    }),
    'list its ignored deliveries': (target) => ({
      url: `${target.gateway}/webhooks/${target.seeded.webhook.id}/deliveries?result=ignored&format=chat-compat`,
      headers: authorization(target),
    }),
    'rename a webhook': (target) => ({
      url: `${target.gateway}/webhooks/${target.seeded.webhook.id}`,
      method: 'PATCH',
      headers: { ...authorization(target), ...json },
      bodies: ['{"name":"Builds"}', '{"name":"Code host"}'],
    }),
    'post a push': (target) => ({
      url: `${webhookUrl(target)}/code-host`,
      method: 'POST',
      headers: { ...json, 'x-github-event': 'push', 'x-github-delivery': freshId },
      body,
    }),
  }
}

function webhookUrl({ gateway, seeded: { webhook } }: Target): string {
  return `${gateway}/webhooks/${webhook.id}/${webhook.token}`
}

function authorization({ seeded }: Target): { authorization: string } {
  return { authorization: firstAccount(seeded).token }
}

function figure(name: string, { many, few }: Record<'many' | 'few', Measured>): Figure {
  return {
    scenario: `${name}, ${connections} at once, 1,000,000 webhooks and deliveries`,
    measured: `${totalUs(many).toFixed(0)} us (${formatProcessorTime(many)})`,
    limit: `with 100,000: ${totalUs(few).toFixed(0)} us`,
    ratio: totalUs(few) / totalUs(many),
    goal: '>= 0.83 (costs at most 1.2 times as much)',
  }
}

/** Of all processes together, for one request. */
async function listOfGuild(target: Target, seconds: number): Promise<Figure> {
  await fillGuild(target)
  const url = `${target.gateway}/guilds/${target.seeded.guild_id}/webhooks`
  const { p95 } = await lightLoad({ url, headers: authorization(target) }, seconds)
  return {
    scenario: 'list the 1,000 webhooks of a guild, p95',
    measured: `${p95.toFixed(1)} ms`,
    limit: '100 ms',
    ratio: 100 / p95,
    goal: '>= 1',
  }
}
