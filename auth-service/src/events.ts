import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Logger } from '@gatehouse/service-kit/process/log'

/** One function per act worth telling. Operators read these lines; they name accounts by id alone. */

export function inviteNotRedeemed(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'invite_not_redeemed', account_id: accountId, err },
    'invite code could not be redeemed',
  )
}

export function hashNotRenewed(call: Call, accountId: string, err: unknown): void {
  call.log.warn({ event: 'hash_not_renewed', account_id: accountId, err }, 'password hash stays as it is')
}

export function orphanSessionLeft(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'orphan_session_left', account_id: accountId, err },
    'unused session could not be ended',
  )
}

export function deviceNotRemembered(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'device_not_remembered', account_id: accountId, err },
    'the device of a registration stays unknown',
  )
}

export function auditNotAnonymised(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'audit_not_anonymised', account_id: accountId, err },
    'audit records of an erased account are anonymised at the next sweep',
  )
}

/** What is told of the GeoIP database. */
export function placeEvents(log: Logger) {
  return {
    geoipReloaded: () =>
      log.info({ event: 'places.reloaded' }, 'the GeoIP database changed and was read again'),
    geoipUnreadable: (err: unknown) =>
      log.warn({ event: 'places.unreadable', err }, 'the GeoIP database cannot be read'),
  }
}
