import { type Baseline, startBetterAuth } from '../baselines/start-baseline.ts'
import { parameters, password } from '../people.ts'
import type { Target } from '../scenario.ts'

export type Peer = Baseline & { signInUrl: string; sessionUrl: string; headers: Record<string, string> }

/** Better Auth with these accounts. `headers` are those that each request to it needs. */
export async function startPeer(target: Target, emails: string[]): Promise<Peer> {
  const baseline = await startBetterAuth(target, parameters)
  const { url } = baseline
  const headers = { origin: url, 'content-type': 'application/json' }
  for (const email of emails) {
    const body = JSON.stringify({ email, password, name: 'Bench' })
    const response = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`Better Auth answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  return {
    ...baseline,
    headers,
    signInUrl: `${url}/api/auth/sign-in/email`,
    sessionUrl: `${url}/api/auth/get-session`,
  }
}

/** The cookie of a new session. */
export async function signInAtPeer({ signInUrl, headers }: Peer, email: string): Promise<string> {
  const response = await fetch(signInUrl, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  await response.arrayBuffer()
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
