import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { rest, restBody } from '@gatehouse/admin/rest'
import { ChannelKind, GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import type { TlsFiles } from '@gatehouse/service-kit/tls/tls-files'
import type { Cluster } from './cluster.ts'

const everyMs = 80
/** A machine that is too slow for the rate gets fewer requests. */
const maxInFlight = 4

export type Steady = Awaited<ReturnType<typeof steadyRequests>>

const signingSecret = 'correct-horse-battery-staple'
const star = JSON.stringify({
  action: 'created',
  repository: { full_name: 'a/b', html_url: 'https://host.example/a/b' },
  sender: { login: 'ann' },
})
const signature = createHmac('sha256', signingSecret).update(star).digest('hex')
const signed = {
  body: star,
  headers: {
    'content-type': 'application/json',
    'x-github-event': 'star',
    'x-hub-signature-256': `sha256=${signature}`,
  },
}

/** Sends sign-ins, session checks, executions and webhook reads in turn until `stop`, which returns the failures. */
export async function steadyRequests({ url, grpcOf }: Cluster, tls: TlsFiles | null = null) {
  const credentials = { email: 'ann@gatehouse.test', password: 'violet-anchor-1' }
  const body = { ...credentials, consent: true, date_of_birth: '1990-01-01' }
  const { token, user_id } = await restBody<{ token: string; user_id: string }>(
    url,
    'POST',
    '/auth/register',
    { body },
  )
  const channelId = await createChannel(grpcOf('webhook-service'), tls, user_id)
  const webhook = await restBody<{ id: string; token: string }>(
    url,
    'POST',
    `/channels/${channelId}/webhooks`,
    {
      token,
      body: { name: 'Rollout' },
    },
  )
  await restBody(url, 'PATCH', `/webhooks/${webhook.id}/settings`, {
    token,
    body: { signing_secret: signingSecret },
  })
  const requests = [
    ['POST', '/auth/login', { body: credentials }],
    ['GET', '/auth/sessions/current', { token }],
    ['POST', `/webhooks/${webhook.id}/${webhook.token}/chat-compat`, { body: { text: 'built' } }],
    ['POST', `/webhooks/${webhook.id}/${webhook.token}/code-host`, signed],
    ['GET', `/webhooks/${webhook.id}`, { token }],
    ['GET', '/users/@me', { token }],
  ] as const
  const failures: string[] = []
  const inFlight = new Set<Promise<void>>()
  const stopped = new AbortController()
  const startedAt = performance.now()
  let sent = 0
  let executed = 0

  async function send(at: number): Promise<void> {
    const [method, path, call] = requests[at % requests.length] ?? requests[0]
    const outcome = await rest(url, method, path, call).then(
      ({ status, body }) => (status < 300 ? null : `${status} ${JSON.stringify(body)}`),
      (error: Error) => `${error.message} ${String(error.cause ?? '')}`,
    )
    const second = ((performance.now() - startedAt) / 1000).toFixed(1)
    if (outcome !== null) failures.push(`${second} s: ${method} ${path.slice(0, 20)}: ${outcome}`)
    else if (path.startsWith('/webhooks/') && method === 'POST') executed += 1
  }

  async function sendUntilStopped(): Promise<void> {
    while (!stopped.signal.aborted) {
      const request = send(sent++)
      inFlight.add(request)
      void request.then(() => inFlight.delete(request))
      await sleep(everyMs)
      if (inFlight.size >= maxInFlight) await Promise.race(inFlight)
    }
  }

  const sending = sendUntilStopped()
  return {
    failures: () => [...failures],
    sent: () => sent,
    /** Executions that did not fail. */
    executed: () => executed,
    async stop(): Promise<void> {
      stopped.abort()
      await sending
      await Promise.all(inFlight)
    },
  }
}

async function createChannel(address: string, tls: TlsFiles | null, ownerId: string): Promise<string> {
  const guilds = testClient(GuildsService, address, { tls, serverName: tls && 'webhook-service.test' })
  try {
    const { guild } = await guilds.putGuild({ guild: { id: '', name: 'Home', ownerId } })
    const channel = {
      id: '',
      guildId: guild?.id ?? '',
      name: 'builds',
      kind: ChannelKind.TEXT,
      archived: false,
    }
    return (await guilds.putChannel({ channel })).channel?.id ?? ''
  } finally {
    guilds.close()
  }
}
