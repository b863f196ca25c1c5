import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Session } from './sessions/session.ts'

export type LogRecords = ReturnType<typeof sessionLogRecords>

/** The log records of this service, one function each. They contain no tokens. */
export function sessionLogRecords(log: Logger) {
  return {
    created(session: Session, evicted: string[]) {
      const { accountId, idHash } = session
      log.info(
        {
          event: 'session.created',
          account_id: accountId,
          session_id_hash: idHash,
          evicted_session_id_hashes: evicted,
        },
        'session created',
      )
    },
    revoked(accountId: string, revoked: number) {
      if (revoked > 0)
        log.info({ event: 'session.revoked', account_id: accountId, count: revoked }, 'sessions revoked')
    },
    orphaned(accountId: string, error: unknown) {
      log.warn(
        { event: 'session.orphaned', account_id: accountId, err: error },
        'unused session could not be ended',
      )
    },
    proved(accountId: string, idHash: string) {
      log.info(
        { event: 'session.proved', account_id: accountId, session_id_hash: idHash },
        'session proof stored',
      )
    },
    handoffBegan(accountId: string | null) {
      log.info({ event: 'handoff.began', account_id: accountId }, 'handoff began')
    },
    handoffClaimed() {
      log.info({ event: 'handoff.claimed' }, 'handoff claimed by a receiver')
    },
    handoffCompleted(accountId: string, idHash: string) {
      log.info(
        { event: 'handoff.completed', account_id: accountId, session_id_hash: idHash },
        'handoff completed',
      )
    },
    handoffDelivered(accountId: string) {
      log.info({ event: 'handoff.delivered', account_id: accountId }, 'handoff delivered to its receiver')
    },
    handoffUndescribed(error: unknown) {
      log.warn({ event: 'handoff.undescribed', err: error }, 'device of a session not stored')
    },
    handoffCancelled(accountId: string | null) {
      log.info({ event: 'handoff.cancelled', account_id: accountId }, 'handoff cancelled')
    },
    handoffThrottled(address: string) {
      log.warn({ event: 'handoff.throttled', address }, 'address throttled: too many wrong handoff codes')
    },
  }
}
