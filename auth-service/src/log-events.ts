import type { Call } from '@gatehouse/service-kit/grpc/call'
import {
  originOf,
  type PasskeyProblem,
  passkeyProblems,
  passkeyRejections,
} from './passkeys/passkey-problem.ts'

export function inviteNotRedeemed(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'invite.not_redeemed', account_id: accountId, err },
    'invite code could not be redeemed',
  )
}

export function hashNotRenewed(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'password_hash.not_renewed', account_id: accountId, err },
    'password hash could not be renewed',
  )
}

export function sessionOrphaned(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'session.orphaned', account_id: accountId, err },
    'unused session could not be ended',
  )
}

export function rejectionNotRecorded(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'sign_in.rejection_not_recorded', account_id: accountId, err },
    'rejected sign-in has no audit record',
  )
}

export function ssoFailed(call: Call, reason: string): void {
  call.log.warn({ event: 'sso.failed', reason }, 'sign-in with the identity provider failed')
}

/** `signed` is the part of a response with the origin, which an operator compares with the settings. */
export function passkeyRejected(
  call: Call,
  problem: PasskeyProblem,
  signed?: { clientDataJSON: string },
): void {
  passkeyRejections.inc({ reason: problem })
  const origin = problem === 'origin' && signed ? originOf(signed) : null
  const reason = `${problem}: ${passkeyProblems[problem]}${origin ? ` (${origin})` : ''}`
  call.log.info({ event: 'passkey.rejected', reason }, 'passkey rejected')
}

const maxReasonLength = 200

/** The reason can contain names that the sender chose. */
export function logoutRejected(call: Call, err: unknown): void {
  const reason = err instanceof Error ? err.message.slice(0, maxReasonLength) : 'unknown error'
  call.log.warn({ event: 'sso.logout_rejected', reason }, 'logout token of the identity provider rejected')
}

export function deviceNotRemembered(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'device.not_remembered', account_id: accountId, err },
    'device of a new account could not be remembered',
  )
}

export function auditNotAnonymised(call: Call, accountId: string, err: unknown): void {
  call.log.warn(
    { event: 'audit.not_anonymised', account_id: accountId, err },
    'anonymisation of audit records failed; retrying at the next sweep',
  )
}

export function smsCarrierFailed(call: Call, accountId: string, err: unknown): void {
  call.log.error(
    { event: 'sms.carrier_failed', account_id: accountId, err },
    'request to the SMS carrier failed',
  )
}
