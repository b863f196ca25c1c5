import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Session } from './sessions/session.ts'

export type Events = ReturnType<typeof sessionEvents>

/** One function for each thing worth telling about sessions. Read by operators, in the log; tokens never come here. */
export function sessionEvents(log: Logger) {
  return {
    created(session: Session, endedForIt: string[]) {
      const { accountId, idHash } = session
      log.info(
        {
          event: 'session.created',
          account_id: accountId,
          session_id_hash: idHash,
          evicted_session_id_hashes: endedForIt,
        },
        'session created',
      )
    },
    revoked(accountId: string, revoked: number) {
      if (revoked > 0)
        log.info({ event: 'session.revoked', account_id: accountId, count: revoked }, 'sessions revoked')
    },
    proved(accountId: string, idHash: string) {
      log.info(
        { event: 'session.proved', account_id: accountId, session_id_hash: idHash },
        'session proved again',
      )
    },
    /** The account is null when the receiver began. Codes, and what they are kept under, never come here. */
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
      log.warn({ event: 'handoff.undescribed', err: error }, 'a session does not name its device')
    },
    /** The account is null when nobody had completed. */
    handoffCancelled(accountId: string | null) {
      log.info({ event: 'handoff.cancelled', account_id: accountId }, 'handoff cancelled')
    },
    geoipReloaded() {
      log.info({ event: 'places.reloaded' }, 'the GeoIP database changed and was read again')
    },
    /** No address comes here: who was looked up is nobody's business. */
    geoipUnreadable(error: unknown) {
      log.warn({ event: 'places.unreadable', err: error }, 'the GeoIP database cannot be read')
    },
    handoffThrottled(address: string) {
      log.warn({ event: 'handoff.throttled', address }, 'an address named too many wrong handoff codes')
    },
  }
}
