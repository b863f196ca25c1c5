import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Session } from './sessions/session.ts'

export type Events = ReturnType<typeof sessionEvents>

/** One function for each thing worth telling about sessions. Read by operators, in the log; tokens never come here. */
export function sessionEvents(log: Logger) {
  return {
    created(session: Session, endedForIt: string[]) {
      const { accountId, idHash } = session
      log.info({ event: 'session.created', accountId, idHash, endedForIt }, 'session created')
    },
    revoked(accountId: string, revoked: number) {
      if (revoked > 0) log.info({ event: 'session.revoked', accountId, revoked }, 'sessions revoked')
    },
    proved(accountId: string, idHash: string) {
      log.info({ event: 'session.proved', accountId, idHash }, 'session proved again')
    },
  }
}
