import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { readShortCode } from '@gatehouse/service-kit/tokens/short-code'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { hasCodeForm, type Match, matchCode } from '../factors/match-code.ts'
import { matchSmsCode, readSmsCode } from '../sms/match-sms-code.ts'
import { refundOnError } from '../throttle/counted-attempt.ts'
import { matchEmailCode } from './email-code.ts'
import { recordProof } from './record-proof.ts'

type CodeToProve = {
  actor: Actor | undefined
  client: Client
  code: string
  factor: 'totp' | 'sms' | 'email'
}

export const codeProofs = {
  totp: ProofMethod.TOTP,
  backup_code: ProofMethod.BACKUP_CODE,
  sms: ProofMethod.SMS,
  email: ProofMethod.EMAIL,
} as const

const hasForm = {
  totp: hasCodeForm,
  sms: (code: string) => readSmsCode(code) !== null,
  email: (code: string) => readShortCode(code) !== null,
}

type Proved<Checked> = { checked: Checked } | 'used' | null

/**
 * Null for a wrong code; a text that can be none is not counted, nor is a used code. `checkRest` runs before the code is used, so that
 * a request with another problem does not use it up. The proof is stored with the session.
 */
export async function proveWithCode<Checked>(
  ctx: AuthContext,
  account: Account,
  { actor, client, code, factor }: CodeToProve,
  call: Call,
  checkRest: () => Promise<Checked>,
): Promise<Proved<Checked>> {
  const { id: accountId, phone } = account
  const match = async (): Promise<Match> => {
    if (factor === 'totp') return matchCode(ctx, account, { code, client }, call)
    if (factor === 'email') return matchEmailCode(ctx, account, actor, code)
    const purpose = { for: 'step_up', sessionIdHash: actor?.sessionIdHash ?? '' } as const
    if (phone === null) return null
    return matchSmsCode(ctx, { accountId, phone: phone.number, purpose }, code, call)
  }
  if (!hasForm[factor](code)) return null
  const attempt = await ctx.factors.attempts.take({ accountId, client }, call)
  const outcome = await refundOnError(attempt, async () => {
    const matched = await match()
    if (matched === null || matched === 'used') return matched
    const checked = await checkRest()
    if (await matched.use()) return { checked, method: matched.method }
    return matched.method === 'sms' || matched.method === 'email' ? null : 'used'
  })
  const about = { accountId, client, actor }
  if (outcome === null || outcome === 'used') {
    const isUsed = outcome === 'used'
    await (isUsed ? attempt.refund() : attempt.fail())
    const detail = { method: factor, ...(isUsed && { reason: 'code_used' }) }
    await ctx.audit.emit(call, 'account.step_up', { ...about, failed: true, detail })
    return outcome
  }
  await attempt.succeed()
  const { method, checked } = outcome
  await ctx.audit.emit(call, 'account.step_up', { ...about, detail: { method } })
  await recordProof(ctx, actor, [codeProofs[method]], call)
  return { checked }
}
