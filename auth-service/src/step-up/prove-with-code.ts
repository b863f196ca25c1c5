import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { type CodeAttemptContext, refundOnFailure, takeCodeAttempt } from '../factors/take-code-attempt.ts'
import { type UseCodeContext, useCode } from '../factors/use-code.ts'
import { recordProof } from './record-proof.ts'

export type CodeProofContext = CodeAttemptContext & UseCodeContext & Pick<AuthContext, 'sessions'>

export const codeProofs = {
  totp: ProofMethod.TOTP,
  backup_code: ProofMethod.BACKUP_CODE,
} as const

/** Whether the code is right. It is used up, and the proof is stored with the session. */
export async function proveWithCode(
  ctx: CodeProofContext,
  account: Account,
  { actor, client, code }: { actor: Actor | undefined; client: Client; code: string },
  call: Call,
): Promise<boolean> {
  const { id: accountId } = account
  const attempt = await takeCodeAttempt(ctx, accountId, { purpose: 'step-up', client }, call)
  const method =
    attempt && (await refundOnFailure(attempt, () => useCode(ctx, account, { code, client }, call)))
  const event = { type: 'account.step_up', accountId, client, sessionIdHash: actor?.sessionIdHash } as const
  if (!method) {
    await emitEvent(ctx, call, { ...event, outcome: 'failed', detail: { method: 'totp' } })
    return false
  }
  await attempt.settle()
  await emitEvent(ctx, call, { ...event, outcome: 'ok', detail: { method } })
  await recordProof(ctx, actor, [codeProofs[method]], call)
  return true
}
