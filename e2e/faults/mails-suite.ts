import { randomUUID } from 'node:crypto'
import { rest, restBody } from '@gatehouse/admin/rest'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type FaultStack, without } from './fault-stack.ts'

type CaughtMail = { messageId: string; subject: string; to: { address: string }[] }

const password = 'violet-anchor-1'
const perVictim = 5
const retriesMs = 5 * 60_000
const [verification, reset, closing] = [
  'Confirm your email address',
  'Reset your password',
  'Your account was disabled',
]
const subjects = [verification, reset, closing]

export function mailsSuite(stack: FaultStack): void {
  describe('mails while processes are killed', () => {
    it('sends every mail of an answered request at least once, always with the same Message-ID', async () => {
      const answered = new Set<string>()
      for (const victim of ['mail', 'auth-service', 'mongodb', 'auth-service-2']) {
        await useAccounts(answered)
        await Promise.all([useAccounts(answered), killAndRestart(victim)])
      }
      await stack.recovered()

      const expected = new Set(
        [...answered].flatMap((email) => [
          ...[verification, reset].map((subject) => `${email} ${subject}`),
          ...[verification, closing].map((subject) => `${otherOf(email)} ${subject}`),
        ]),
      )
      const assertMailed = async () => {
        await stack.advance(retriesMs)
        const mailed = (await caught()).map(nameOf)
        expect(without(expected, mailed), 'answered, yet no mail').to.deep.equal([])
      }
      await until(assertMailed, { everyMs: 3000 })
      const idsOf = Map.groupBy(await caught(), nameOf)
      for (const [name, mails] of idsOf)
        expect(new Set(mails.map(({ messageId }) => messageId)).size, name).to.equal(1)
    })

    async function killAndRestart(victim: string): Promise<void> {
      await stack.stack().kill(victim)
      await stack.stack().restart(victim)
    }

    /** Registers accounts, and has them mailed, until as many requests as wanted were answered. */
    async function useAccounts(answered: Set<string>): Promise<void> {
      const wanted = answered.size + perVictim
      await until(async () => {
        const email = `${randomUUID()}@gatehouse.test`
        if (await isMailed(email)) answered.add(email)
        return answered.size === wanted
      })
    }

    /** Requests a reset of one account and closes another: a closing ends a reset that is not mailed yet. */
    async function isMailed(email: string): Promise<boolean> {
      const { gateway } = stack.stack()
      await register(email)
      const token = await register(otherOf(email))
      const requested = await rest(gateway, 'POST', '/auth/forgot', { body: { email } })
      const disabled = await rest(gateway, 'POST', '/users/@me/disable', { token, body: {} })
      return requested.status === 204 && disabled.status === 204
    }

    async function register(email: string): Promise<string> {
      const body = { email, password, consent: true, date_of_birth: '1990-01-01' }
      const { token } = await restBody<{ token: string }>(stack.stack().gateway, 'POST', '/auth/register', {
        body,
      })
      return token
    }

    async function caught(): Promise<CaughtMail[]> {
      const response = await fetch(`${stack.stack().mail}/email`)
      const mails = (await response.json()) as CaughtMail[]
      return mails.filter(({ subject }) => subjects.includes(subject))
    }
  })
}

function otherOf(email: string): string {
  return `other-${email}`
}

/** A mail to one address of one kind. */
function nameOf({ to: [recipient], subject }: CaughtMail): string {
  return `${recipient?.address ?? ''} ${subject}`
}
