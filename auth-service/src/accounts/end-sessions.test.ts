import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import type { AuthContext } from '../context.ts'
import { endSessions } from './end-sessions.ts'

type RevokeAll = AuthContext['sessions']['revokeAll']

describe('ending sessions', () => {
  const withSessions = (revokeAll: RevokeAll) => ({ sessions: { revokeAll } as AuthContext['sessions'] })

  it('continues if the call is cancelled', async () => {
    const calls: Parameters<RevokeAll>[] = []
    const ctx = withSessions(async (...call) => {
      calls.push(call)
      return { revoked: 2 }
    })
    const call = { requestId: 'the-request', signal: AbortSignal.abort() }
    await endSessions(ctx, '7', call, { exceptIdHash: 'kept' })
    expect(calls).to.deep.equal([
      [{ accountId: '7', exceptIdHash: 'kept', createdUntil: undefined }, { requestId: 'the-request' }],
    ])
  })

  it('fails with SERVICE_UNAVAILABLE for any cause', async () => {
    const ctx = withSessions(() => Promise.reject(new Error('anything')))
    expect((await rejected(endSessions(ctx, '7', { requestId: 'r' }))).code).to.equal('SERVICE_UNAVAILABLE')
  })
})
