import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { type AuthHarness, client, password, problems, signedInOf } from './auth-harness.ts'
import { useEmailChange } from './email-change-steps.ts'
import { day, useOwnAccount } from './own-account.ts'
import { tokenIn } from './token-in.ts'
import { totpAccount } from './totp-account.ts'
import { rejectedTicket, rejectedToken, useWaitingSignIns } from './waiting-sign-ins.ts'

type Own = { id: string; stack: AuthHarness }
type Proved = { actor: Actor; client: Client }

/** Ways in which an account is closed to its owner and open again. */
function ends(own: Own, proved: () => Proved, signIn: () => Promise<unknown>) {
  return {
    'a suspension that is lifted': async () => {
      await own.stack.admin.disableAccount({ id: own.id })
      await own.stack.admin.enableAccount({ id: own.id })
    },
    'a suspension that ends': async () => {
      await own.stack.admin.disableAccount({ id: own.id, duration: toDuration(1000) })
      own.stack.clock.advance(1000)
    },
    'a closing by the owner, who signs in again': async () => {
      await own.stack.auth.disableMe(proved())
      await signIn()
    },
    'a deletion by the owner, who signs in again': async () => {
      await own.stack.auth.deleteMe(proved())
      await signIn()
    },
  }
}

const titles = [
  'a suspension that is lifted',
  'a suspension that ends',
  'a closing by the owner, who signs in again',
  'a deletion by the owner, who signs in again',
] as const

describe('what waits when an account is closed', () => {
  describe('a ticket for the second factor', () => {
    const { own, proved } = useOwnAccount()
    const { codeOf, enable, ticket, complete, rejection } = totpAccount(own)
    let secret = ''
    let codes: string[] = []
    beforeEach(async () => {
      own.stack.clock.advance(1)
      ;({ secret, backupCodes: codes } = await enable())
    })
    const provedWithFactor = () => {
      const { actor, client } = proved()
      return { actor: { ...actor, provedWithSecondFactor: true }, client }
    }
    const signIn = async () => complete(await ticket(), codes.pop() ?? '')
    for (const title of titles)
      it(`is dead after ${title}; a new one is not`, async () => {
        const [byTime, byBackup] = [await ticket(), await ticket()]
        await ends(own, provedWithFactor, signIn)[title]()
        expect(await rejection(byTime, codeOf(secret))).to.deep.equal(['ticket:SESSION_TIMEOUT'])
        expect(await rejection(byBackup, codes.pop() ?? '')).to.deep.equal(['ticket:SESSION_TIMEOUT'])
        await complete(await ticket(), codeOf(secret))
      })
  })

  describe('a sign-in that waits for its owner', () => {
    const { own, proved, signIn, wait, authorize, authorizeRejection, poll, pollRejection } =
      useWaitingSignIns()
    beforeEach(() => own.stack.clock.advance(1))
    const again = () => signIn(client)
    for (const title of titles)
      it(`is dead after ${title}, confirmed or not`, async () => {
        const confirmed = await wait({ ...client, address: '198.51.100.7' })
        await authorize(confirmed.token)
        const waits = await wait()
        await ends(own, proved, again)[title]()
        expect(await authorizeRejection(waits.token)).to.deep.equal(rejectedToken)
        for (const { ticket } of [waits, confirmed])
          expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
        const later = await wait()
        await authorize(later.token)
        expect((await poll(later.ticket))?.accountId).to.equal(own.id)
      })
  })

  describe('a mailed token', () => {
    const change = useEmailChange({ GATEHOUSE_IP_AUTHORIZATION: 'off' })
    const { own, proved, newestTo, changeTo, revert, problemsOf, tokenFor, apply } = change
    const signIn = () => own.stack.auth.login({ client, email: own.email, password })
    beforeEach(() => own.stack.clock.advance(1))
    for (const title of titles)
      it(`is dead after ${title}, but that of a revert is not`, async () => {
        const end = ends(own, proved, signIn)[title]
        await own.stack.auth.requestPasswordReset({ client, email: own.email })
        const reset = tokenIn(await newestTo(own.email, /\/reset#token=/))
        await own.stack.auth.requestVerification(proved())
        const verify = tokenIn(await newestTo(own.email, /\/verify#token=/))
        await end()
        expect(
          await problemsOf(
            own.stack.auth.resetPassword({ client, token: reset, password: 'a new one, kz7!' }),
          ),
        ).to.deep.equal(['token:INVALID_OR_EXPIRED_RESET_TOKEN'])
        expect(
          await problemsOf(own.stack.auth.verifyEmail({ client, token: verify, actor: undefined })),
        ).to.deep.equal(['token:INVALID_OR_EXPIRED_VERIFICATION_TOKEN'])
        own.stack.clock.advance(1)
        await own.stack.auth.requestPasswordReset({ client, email: own.email })
        const later = tokenIn(await newestTo(own.email, /\/reset#token=/))
        expect(
          signedInOf(await own.stack.auth.resetPassword({ client, token: later, password })).accountId,
        ).to.equal(own.id)
      })

    it('of a change of the address is dead, and the revert of a thief who closes the account works', async () => {
      const pending = await tokenFor(`new-${own.number}@gatehouse.test`)
      await own.stack.admin.disableAccount({ id: own.id })
      await own.stack.admin.enableAccount({ id: own.id })
      expect(problems(await rejected(apply(pending)))).to.have.length.above(0)
      const token = await changeTo(`thief-${own.number}@gatehouse.test`)
      await own.stack.auth.disableMe(proved())
      own.stack.clock.advance(day)
      expect(signedInOf(await revert(token, 'a third one, kz7!')).accountId).to.equal(own.id)
    })
  })
})
