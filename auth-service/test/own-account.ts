import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type AuthHarness, actor, client, openAuthHarness, password } from './auth-harness.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** An auth-service for the tests of one `describe`, with a new account for each. */
export function useOwnAccount(env: NodeJS.ProcessEnv = {}) {
  const own = { stack: undefined as unknown as AuthHarness, number: 0, id: '', email: '' }
  before(async () => {
    own.stack = await openAuthHarness(env)
  })
  after(() => own.stack.close())
  beforeEach(async () => {
    own.number += 1
    own.email = `life-${own.number}@gatehouse.test`
    const names = { username: `Life_${own.number}`, globalName: 'Life' }
    own.id = await own.stack.register({ email: own.email, password, ...names })
  })
  afterEach(() => {
    own.stack.sessions.beforeRevokeAll = async () => {}
    own.stack.sessions.beforeCreate = async () => {}
  })

  const login = (word = password) => own.stack.auth.login({ client, email: own.email, password: word })
  return {
    own,
    /** The account as actor, with a recent proof of identity. */
    proved: () => ({ actor: actor(own.id, own.stack.clock.now()), client }),
    login,
    loginRejection: (word?: string) => rejected(login(word)),
    status: async () => (await own.stack.admin.getAccount({ id: own.id })).account?.status,
    isIn: async () => {
      const outcome = await own.stack.auth.getMe({ actor: actor(own.id) }).catch((error: unknown) => error)
      return !(outcome instanceof ServiceError)
    },
    /** Type and details of the newest audit record, without sign-ins and step-ups. */
    lastEvent: async () => {
      const [event] = await own.stack.audit
        .find({ accountId: own.id, type: { $nin: ['account.sign_in', 'account.step_up'] } })
        .sort({ _id: -1 })
        .toArray()
      return event && [event.type, event.detail]
    },
    failRevoking: () => {
      own.stack.sessions.beforeRevokeAll = async () => {
        throw new ServiceError('INTERNAL_SERVER_ERROR')
      }
    },
  }
}
