import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { openContext, type SessionContext } from '@gatehouse/session-service/context'
import { completeHandoff } from '@gatehouse/session-service/handoff/complete'
import { expect } from 'chai'
import { type Giver, handingOver } from './handing-over.ts'
import { laptop, type RunningService, signIn, startService } from './running-service.ts'

describe('a handoff that fails after it created the session of the receiver', () => {
  let service: RunningService
  let ctx: SessionContext
  const { log, lines } = logLines()
  before(async () => {
    service = await startService()
    ctx = await openContext(service.config, log, { backgroundCalls: { pauseMs: 1 } })
  })
  after(async () => {
    await ctx?.close()
    await service.stop()
  })

  const fails = async () => {
    throw unavailable('Redis did not answer')
  }
  const complete = (replaced: Partial<SessionContext>, code: string, { token, accountId }: Giver) =>
    completeHandoff(
      { ...ctx, ...replaced },
      { code, token, accountId, client: laptop, authorization: undefined },
      { requestId: 'the-request' },
    )
  const sessionIds = async ({ accountId }: Giver) =>
    (await service.client.list({ accountId })).sessions.map(({ idHash }) => idHash)

  for (const [what, replace] of [
    ['storing its result failed', () => ({ handoffs: { ...ctx.handoffs, finish: fails } })],
    [
      'the response of Redis to the creation was lost',
      () => ({
        sessions: {
          ...ctx.sessions,
          add: async (...args: Parameters<SessionContext['sessions']['add']>) => {
            await ctx.sessions.add(...args)
            return fails()
          },
        },
      }),
    ],
  ] as const) {
    it(`leaves no session: ${what}`, async () => {
      const ann = await signIn(service)
      const { code } = await handingOver(service).receive()
      const failure = await rejected(complete(replace(), code, ann))
      expect(failure.code).to.equal('SERVICE_UNAVAILABLE')
      await until(async () => expect(await sessionIds(ann)).to.deep.equal([ann.idHash]))
    })
  }

  it('logs the session if it cannot be ended', async () => {
    const ann = await signIn(service)
    const { code } = await handingOver(service).receive()
    const handoffs = { ...ctx.handoffs, finish: fails }
    await rejected(complete({ handoffs, sessions: { ...ctx.sessions, revoke: fails } }, code, ann))
    await ctx.background.close()
    const orphaned = lines.filter(({ event }) => event === 'session.orphaned')
    expect(orphaned.map(({ account_id }) => account_id)).to.deep.equal([ann.accountId])
  })
})
