import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { useEmailChange } from './email-change-steps.ts'
import { minute } from './own-account.ts'
import { tokenIn } from './token-in.ts'

const wrongCode = 'AAAA-AAAA'

describe('a change of the email address', () => {
  const change = useEmailChange()
  const { own, start, verifyOriginal, requestNew, verifyNew, apply, codeTo, proofOf, problemsOf, verified } =
    change
  const target = () => `new-${own.number}@gatehouse.test`

  describe('Auth.StartEmailChange', () => {
    it('rejects an account without an address, and a closed one', async () => {
      const id = await own.stack.register({ username: 'No_address' })
      expect(await problemsOf(own.stack.auth.startEmailChange({ actor: actor(id), client }))).to.deep.equal([
        'email:MUST_HAVE_EMAIL_TO_CHANGE_IT',
      ])
      await own.stack.updateMe({ actor: actor(id), client, email: target(), password })
      await own.stack.auth.disableMe(change.proved())
      expect((await rejected(start())).code).to.equal('UNAUTHORIZED')
    })

    it('mails a code to a verified address', async () => {
      await verified()
      const started = await start()
      expect(started).to.deep.include({ requireOriginal: true, originalEmail: own.email })
      expect(started.originalProof).to.equal(undefined)
      expect(started.originalCodeExpiresAt?.getTime()).to.equal(own.stack.clock.now() + 10 * minute)
      expect(started.resendAvailableAt?.getTime()).to.equal(own.stack.clock.now() + 30_000)
      const code = await codeTo(own.email)
      expect(code).to.match(/^[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}$/)
      const stored = await change.stored()
      expect(stored).to.not.contain(code).and.to.not.contain(started.ticket)
      expect(own.stack.logged.text()).to.not.contain(code)
    })

    it('requires no proof of an address that was never verified, and mails none', async () => {
      const started = await start()
      expect(started.requireOriginal).to.equal(false)
      expect(started.originalProof).to.be.a('string')
      expect(
        await own.stack.mails.countDocuments({ accountId: own.id, kind: 'email_change_original' }),
      ).to.equal(0)
      const { ticket } = started
      expect(await problemsOf(verifyOriginal(ticket, wrongCode))).to.deep.equal([
        'ticket:ORIGINAL_VERIFICATION_NOT_REQUIRED',
      ])
      const resend = own.stack.auth.resendOriginalEmailCode({ ...change.proved(), ticket })
      expect(await problemsOf(resend)).to.deep.equal(['ticket:ORIGINAL_VERIFICATION_NOT_REQUIRED'])
    })

    it('cancels an earlier change, and one that did not prove an address verified since', async () => {
      const older = await start()
      const newer = await start()
      const ofOlder = requestNew(older.ticket, older.originalProof ?? '', target())
      expect(await problemsOf(ofOlder)).to.deep.equal(['ticket:INVALID_OR_EXPIRED_TICKET'])
      await own.stack.auth.requestVerification(change.proved())
      await own.stack.auth.verifyEmail({
        client,
        token: tokenIn(await change.newestTo(own.email)),
        actor: undefined,
      })
      const ofNewer = requestNew(newer.ticket, newer.originalProof ?? '', target())
      expect(await problemsOf(ofNewer)).to.deep.equal(['ticket:INVALID_OR_EXPIRED_TICKET'])
    })
  })

  describe('Auth.VerifyOriginalEmail', () => {
    beforeEach(verified)

    it('rejects unknown, foreign and expired tickets alike', async () => {
      const { ticket } = await start()
      const code = await codeTo(own.email)
      const id = await own.stack.register({ email: `other-${own.number}@gatehouse.test`, password })
      const foreign = { actor: actor(id), client, ticket, code }
      const expected = ['ticket:INVALID_OR_EXPIRED_TICKET']
      expect(await problemsOf(own.stack.auth.verifyOriginalEmail(foreign))).to.deep.equal(expected)
      for (const unknown of ['', 'x', 'x'.repeat(257)])
        expect(await problemsOf(verifyOriginal(unknown, code))).to.deep.equal(expected)
      own.stack.clock.advance(30 * minute)
      expect(await problemsOf(verifyOriginal(ticket, code))).to.deep.equal(expected)
      await verifyOriginal((await start()).ticket, await codeTo(own.email))
    })

    it('accepts the code once, in any letter case and without the dash', async () => {
      const { ticket } = await start()
      const code = (await codeTo(own.email)).toLowerCase().replace('-', '')
      expect((await verifyOriginal(ticket, code)).originalProof).to.be.a('string')
      const again = ['ticket:ORIGINAL_EMAIL_ALREADY_VERIFIED']
      expect(await problemsOf(verifyOriginal(ticket, code))).to.deep.equal(again)
      const resend = own.stack.auth.resendOriginalEmailCode({ ...change.proved(), ticket })
      expect(await problemsOf(resend)).to.deep.equal(again)
    })

    it('rejects a code after ten minutes and one that a newer one replaced', async () => {
      const { ticket } = await start()
      const older = await codeTo(own.email)
      own.stack.clock.advance(30_000)
      await own.stack.auth.resendOriginalEmailCode({ ...change.proved(), ticket })
      const newer = await codeTo(own.email)
      expect(await problemsOf(verifyOriginal(ticket, older))).to.deep.equal([
        'code:INVALID_VERIFICATION_CODE',
      ])
      own.stack.clock.advance(10 * minute)
      expect(await problemsOf(verifyOriginal(ticket, newer))).to.deep.equal([
        'code:VERIFICATION_CODE_EXPIRED',
      ])
      await own.stack.auth.resendOriginalEmailCode({ ...change.proved(), ticket })
      await verifyOriginal(ticket, await codeTo(own.email))
    })

    it('invalidates the ticket after five wrong codes, also if two replicas get fifty at once', async () => {
      const { ticket } = await start()
      const code = await codeTo(own.email)
      const other = await own.stack.replica()
      for (const malformed of ['', 'AAAA', 'OOOO-0000'])
        expect(await problemsOf(verifyOriginal(ticket, malformed))).to.deep.equal([
          'code:INVALID_VERIFICATION_CODE',
        ])
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, async (_, i) =>
          problems(
            await rejected(
              (i % 2 === 0 ? own.stack : other).auth.verifyOriginalEmail({
                ...change.proved(),
                ticket,
                code: wrongCode,
              }),
            ),
          ).join(),
        ),
      )
      const counted = outcomes.filter((outcome) => outcome === 'code:INVALID_VERIFICATION_CODE')
      expect(counted).to.have.length(5)
      expect(await problemsOf(verifyOriginal(ticket, code))).to.deep.equal([
        'ticket:INVALID_OR_EXPIRED_TICKET',
      ])
      const failed = { accountId: own.id, type: 'account.email_change', outcome: 'failed' } as const
      const events = await own.stack.audit.find(failed).toArray()
      expect(events.map(({ detail }) => detail)).to.deep.equal(Array(5).fill({ address: 'original' }))
      await other.close()
    })

    it('accepts a code once for fifty requests at two replicas', async () => {
      const { ticket } = await start()
      const code = await codeTo(own.email)
      const other = await own.stack.replica()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) =>
          (i % 2 === 0 ? own.stack : other).auth.verifyOriginalEmail({ ...change.proved(), ticket, code }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      await other.close()
    })
  })

  describe('Auth.RequestNewEmail and Auth.VerifyNewEmail', () => {
    it('require the proof of the current address', async () => {
      await verified()
      const { ticket } = await start()
      const first = ['ticket:ORIGINAL_EMAIL_MUST_BE_VERIFIED_FIRST']
      expect(await problemsOf(requestNew(ticket, 'guessed', target()))).to.deep.equal(first)
      expect(await problemsOf(verifyNew(ticket, 'guessed', wrongCode))).to.deep.equal(first)
      const proof = await verifyOriginal(ticket, await codeTo(own.email))
      const guessed = ['original_proof:INVALID_PROOF_TOKEN']
      expect(await problemsOf(requestNew(ticket, 'guessed', target()))).to.deep.equal(guessed)
      await requestNew(ticket, proof.originalProof, target())
      expect(await problemsOf(verifyNew(ticket, 'guessed', await codeTo(target())))).to.deep.equal(guessed)
    })

    it('reject an invalid, an unchanged and a taken address', async () => {
      const started = await start()
      const taken = `taken-${own.number}@gatehouse.test`
      const owner = await own.stack.register({ email: taken, password })
      await own.stack.accounts.updateOne({ _id: owner }, { $set: { verified: true } })
      for (const [address, code] of [
        ['', 'EMAIL_LENGTH_INVALID'],
        ['ann', 'INVALID_EMAIL_FORMAT'],
        ['a(b@gatehouse.test', 'INVALID_EMAIL_LOCAL_PART'],
        [own.email.toUpperCase(), 'NEW_EMAIL_MUST_BE_DIFFERENT'],
        [taken.toUpperCase(), 'EMAIL_ALREADY_IN_USE'],
      ] as const) {
        const request = requestNew(started.ticket, await proofOf(started), address)
        expect(await problemsOf(request), address).to.deep.equal([`new_email:${code}`])
      }
      expect(await problemsOf(verifyNew(started.ticket, await proofOf(started), wrongCode))).to.deep.equal([
        'ticket:NO_NEW_EMAIL_REQUESTED',
      ])
      const resend = { ...change.proved(), ticket: started.ticket }
      expect(await problemsOf(own.stack.auth.resendNewEmailCode(resend))).to.deep.equal([
        'ticket:NO_NEW_EMAIL_REQUESTED',
      ])
      const proof = await proofOf(started)
      await requestNew(started.ticket, proof, target())
      await verifyNew(started.ticket, proof, await codeTo(target()))
    })

    it('replace the address and the code of an earlier request', async () => {
      const { ticket, originalProof = '' } = await start()
      await requestNew(ticket, originalProof, 'typo@gatehouse.test')
      const older = await codeTo('typo@gatehouse.test')
      const response = await requestNew(ticket, originalProof, `new-${own.number}@GATEHOUSE.test`)
      expect(response).to.deep.include({ ticket, newEmail: target() })
      expect(response.newCodeExpiresAt?.getTime()).to.equal(own.stack.clock.now() + 10 * minute)
      const mail = await change.newestTo(target())
      expect(mail.subject).to.equal('Code to confirm your new email address')
      expect(mail.text).to.not.match(/Device|Time/)
      expect(await problemsOf(verifyNew(ticket, originalProof, older))).to.deep.equal([
        'code:INVALID_VERIFICATION_CODE',
      ])
    })

    it('end the ticket with the token', async () => {
      const { ticket, originalProof = '' } = await start()
      await requestNew(ticket, originalProof, target())
      const code = await codeTo(target())
      const { emailToken } = await verifyNew(ticket, originalProof, code)
      expect(await change.stored()).to.not.contain(emailToken)
      const completed = ['ticket:TICKET_ALREADY_COMPLETED']
      expect(await problemsOf(verifyNew(ticket, originalProof, code))).to.deep.equal(completed)
      await apply(emailToken)
      expect(await problemsOf(requestNew(ticket, originalProof, 'b@gatehouse.test'))).to.deep.equal(completed)
    })
  })
})
