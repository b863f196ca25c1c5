import { setTimeout as pause } from 'node:timers/promises'
import { generateSync } from 'otplib'
import { hashOf, password, people } from '../people.ts'
import { threadTimeUs } from '../processor-time.ts'
import { quantile } from '../quantile.ts'
import { pidsOf, type Scenario, type Target } from '../scenario.ts'

const rounds = 20
const warmUpRounds = 3
/** Of each kind in each round: the code of an account is accepted once in 30 seconds. */
const accounts = 10
const stepSeconds = 30
/** Each measurement takes as long, so that the work of idle processes is the same. */
const windowMs = 3000
const services = ['auth-service', 'gateway', 'session-service']
const stores = ['mongodb', 'redis']
const processes = [...services, ...stores]

/** Milliseconds by process. */
type Times = Record<string, number>

type Factor = { email: string; secret: string }

/**
 * The processor time of a sign-in with TOTP and of one without, in turn, one at a time. Of the services only their main
 * threads: both kinds hash one password, whose time varies by more than what is measured.
 */
export const loginTotp: Scenario = {
  name: 'login-totp',
  async run(target) {
    const added: Times[] = []
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const plain = await newPeople(target, `plain-${round}`)
      const factors: Factor[] = []
      for (const email of await newPeople(target, `totp-${round}`))
        factors.push({ email, secret: await enableTotp(target, email) })
      // These too have signed in before.
      for (const email of plain) await signIn(target, email)
      const measureWithout = () => processorMs(target, plain, (email) => signIn(target, email))
      const early = round % 2 === 0 ? await measureWithout() : null
      const withTotp = await processorMs(target, factors, (factor) => signInWithCode(target, factor))
      const without = early ?? (await measureWithout())
      if (round >= warmUpRounds) added.push(differences(withTotp, without))
    }
    const shareOf = (name: string, share: number) =>
      quantile(
        added.map((times) => times[name] ?? 0),
        share,
      )
    const parts = processes.map((name) => `${name} ${shareOf(name, 0.5).toFixed(2)} ms`)
    const total = shareOf('all', 0.5)
    const [low, high] = [shareOf('all', 0.25).toFixed(2), shareOf('all', 0.75).toFixed(2)]
    return [
      {
        scenario: `processor time that TOTP adds to a sign-in: ${parts.join(', ')}`,
        measured: `${total.toFixed(2)} ms (quartiles of ${rounds} rounds ${low} and ${high})`,
        limit: '1 ms',
        ratio: 1 / Math.max(total, 0.01),
        goal: '>= 1',
      },
    ]
  },
}

function differences(one: Times, other: Times): Times {
  const entries = processes.map((name) => [name, (one[name] ?? 0) - (other[name] ?? 0)] as const)
  return { ...Object.fromEntries(entries), all: entries.reduce((sum, [, ms]) => sum + ms, 0) }
}

function newPeople(target: Target, name: string): Promise<string[]> {
  return people(target, `${name}-${Date.now()}`, Array(accounts).fill(hashOf()))
}

/** Of each process, for one item. */
async function processorMs<Item>(
  target: Target,
  items: Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<Times> {
  const used = () =>
    Object.entries(pidsOf(target, processes)).map(
      ([name, pid]) => [name, threadTimeUs(pid, services.includes(name) ? 'main' : 'all')] as const,
    )
  const before = Object.fromEntries(used())
  const end = pause(windowMs)
  for (const item of items) await run(item)
  await end
  return Object.fromEntries(
    used().map(([name, us]) => [name, (us - (before[name] ?? 0)) / 1000 / items.length]),
  )
}

async function signIn(target: Target, email: string): Promise<{ token: string; ticket: string }> {
  return post(target, '/auth/login', { email, password })
}

/** With the code of the next period, since the setup used that of the current one. */
async function signInWithCode(target: Target, { email, secret }: Factor): Promise<void> {
  const { ticket } = await signIn(target, email)
  await post(target, '/auth/login/mfa/totp', { ticket, code: codeAt(secret, 1) })
}

async function enableTotp(target: Target, email: string): Promise<string> {
  const { token } = await signIn(target, email)
  const { secret } = await post<{ secret: string }>(target, '/users/@me/mfa/totp/setup', {}, token)
  await post(target, '/users/@me/mfa/totp/enable', { code: codeAt(secret, 0) }, token)
  return secret
}

function codeAt(secret: string, steps: number): string {
  const epoch = Math.floor(Date.now() / 1000) + steps * stepSeconds
  return generateSync({ strategy: 'totp', secret, epoch })
}

async function post<Body>({ gateway }: Target, path: string, body: object, token?: string): Promise<Body> {
  const response = await fetch(gateway + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: token }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered with ${response.status}: ${await response.text()}`)
  return response.json() as Promise<Body>
}
