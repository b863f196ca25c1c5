import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import {
  type AuthHarness,
  actor,
  client,
  openAuthHarness,
  password,
  problems,
  type UpdateFields,
} from './auth-harness.ts'

/** An auth-service for the tests of one `describe`, with a new account for each and short forms of Auth.UpdateMe. */
export function useUpdatedAccount() {
  const own = { stack: undefined as unknown as AuthHarness, number: 0, id: '', email: '' }
  before(async () => {
    own.stack = await openAuthHarness()
  })
  after(() => own.stack.close())
  beforeEach(async () => {
    own.number += 1
    own.email = `ann-${own.number}@gatehouse.test`
    const names = { username: `Ann_${own.number}`, globalName: 'Ann' }
    own.id = await own.stack.register({ email: own.email, password, ...names })
    own.stack.sessions.beforeRevokeAll = async () => {}
  })

  const fresh = () => actor(own.id, own.stack.clock.now())
  const update = (fields: UpdateFields) => own.stack.updateMe({ actor: fresh(), client, ...fields })
  const rejection = (fields: UpdateFields) => rejected(update(fields))
  return {
    own,
    /** The account as actor, with a recent proof of identity. */
    fresh,
    update,
    rejection,
    problemsOf: async (fields: UpdateFields) => problems(await rejection(fields)),
    me: async (accountId = own.id) =>
      (await own.stack.auth.getMe({ actor: actor(accountId) })).account ?? expect.fail('an account'),
    /** Types and details of the audit records, without sign-ins and step-ups. */
    eventsOf: async (accountId = own.id) =>
      (
        await own.stack.audit
          .find({ accountId, type: { $nin: ['account.sign_in', 'account.step_up'] } })
          .sort({ _id: 1 })
          .toArray()
      ).map(({ type, detail }) => [type, detail]),
    login: (word: string) => own.stack.auth.login({ client, email: own.email, password: word }),
  }
}
