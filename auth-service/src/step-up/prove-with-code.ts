import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { hasCodeForm, matchCode } from '../factors/match-code.ts'
import { matchSmsCode, readSmsCode } from '../sms/match-sms-code.ts'
import { checkCounted } from '../throttle/counted-attempt.ts'
import { recordProof } from './record-proof.ts'

type CodeToProve = { actor: Actor | undefined; client: Client; code: string; factor: 'totp' | 'sms' }

export const codeProofs = {
  totp: ProofMethod.TOTP,
  backup_code: ProofMethod.BACKUP_CODE,
  sms: ProofMethod.SMS,
} as const

/**
 * Null for a wrong code; a text that can be none is not counted. `checkRest` runs before the code is used, so that a request with another problem does not
 * use it up. The proof is stored with the session.
 */
export async function proveWithCode<Checked>(
  ctx: AuthContext,
  account: Account,
  { actor, client, code, factor }: CodeToProve,
  call: Call,
  checkRest: () => Promise<Checked>,
): Promise<{ checked: Checked } | null> {
  const { id: accountId, phone } = account
  const match = async () => {
    if (factor === 'totp') return matchCode(ctx, account, { code, client }, call)
    const purpose = { for: 'step_up', sessionIdHash: actor?.sessionIdHash ?? '' } as const
    return phone && matchSmsCode(ctx, { accountId, phone: phone.number, purpose }, code, call)
  }
  const isCode = factor === 'totp' ? hasCodeForm(code) : readSmsCode(code) !== null
  if (!isCode) return null
  const attempt = await ctx.factors.attempts.take({ accountId, client }, call)
  const used = await checkCounted(attempt, async () => {
    const matched = await match()
    if (!matched) return null
    const checked = await checkRest()
    return (await matched.use()) ? { checked, method: matched.method } : null
  })
  const about = { accountId, client, actor }
  if (!used) {
    await ctx.audit.emit(call, 'account.step_up', { ...about, failed: true, detail: { method: factor } })
    return null
  }
  const { method, checked } = used
  await ctx.audit.emit(call, 'account.step_up', { ...about, detail: { method } })
  await recordProof(ctx, actor, [codeProofs[method]], call)
  return { checked }
}
