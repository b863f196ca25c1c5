import { generateSync } from 'otplib'
import { hashOf, password, people } from './people.ts'
import type { Target } from './scenario.ts'

const stepSeconds = 30

type Factor = { email: string; secret: string }

/** Two accounts: the email address of one without a second factor, and one with TOTP. */
export type Pair = { plain: string; factor: Factor }

/** All have signed in before. */
export async function setUpPairs(target: Target, count: number): Promise<Pair[]> {
  const plain = await newPeople(target, 'plain', count)
  const pairs: Pair[] = []
  for (const [index, email] of (await newPeople(target, 'totp', count)).entries()) {
    const other = plain[index] ?? ''
    await signIn(target, other)
    pairs.push({ plain: other, factor: { email, secret: await enableTotp(target, email) } })
  }
  return pairs
}

function newPeople(target: Target, name: string, count: number): Promise<string[]> {
  return people(target, `${name}-${Date.now()}`, Array(count).fill(hashOf()))
}

export async function signIn(target: Target, email: string): Promise<{ token: string; ticket: string }> {
  return post(target, '/auth/login', { email, password })
}

/** With the code of the next period, since the setup used that of the current one. */
export async function signInWithCode(target: Target, { email, secret }: Factor): Promise<void> {
  const { ticket } = await signIn(target, email)
  await post(target, '/auth/login/mfa/totp', { ticket, code: codeAt(secret, 1) })
}

/** Its text is no ticket. */
export async function rejectedRequest(target: Target): Promise<void> {
  const response = await send(target, '/auth/login/mfa/totp', { ticket: 'no ticket', code: '000000' })
  await response.arrayBuffer()
  if (response.status !== 400) throw new Error(`Expected a rejected ticket, not ${response.status}.`)
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

async function post<Body>(target: Target, path: string, body: object, token?: string): Promise<Body> {
  const response = await send(target, path, body, token)
  if (!response.ok) throw new Error(`${path} answered with ${response.status}: ${await response.text()}`)
  return response.json() as Promise<Body>
}

function send({ gateway }: Target, path: string, body: object, token?: string): Promise<Response> {
  return fetch(gateway + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: token }) },
    body: JSON.stringify(body),
  })
}
