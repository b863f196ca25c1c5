import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import type { StoredBackupCode, TotpFactor } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import { readBackupCode } from './backup-codes.ts'
import { readTotpCode, totpStepOf } from './totp.ts'

export type CodeMethod = 'totp' | 'backup_code' | 'sms' | 'email'

/** `use` returns false if another request used the code meanwhile, or a carrier rejects it. */
export type MatchedCode = { method: CodeMethod; use(): Promise<boolean> }

/** A right code a second time is no failed attempt: it counts nowhere. */
export type Match = MatchedCode | 'used' | null

/** Whether a text can be a code at all. Another one is rejected before an attempt is counted. */
export function hasCodeForm(typed: string): boolean {
  return readTotpCode(typed) !== null || readBackupCode(typed) !== null
}

/** Finds a code of the authenticator app or a backup code. Null for any other text. */
export function matchCode(
  ctx: AuthContext,
  account: Account,
  { code, client }: { code: string; client: Client },
  call: Pick<Call, 'requestId'>,
): Match {
  const totp = matchTotpCode(ctx, account.id, account.factors.totp, code)
  if (totp === 'used') return 'used'
  if (totp) return { method: 'totp', use: () => ctx.accounts.markTotpStepUsed(account.id, totp) }
  const stored = findBackupCode(ctx, account, code)
  if (stored?.usedAt) return 'used'
  return stored && { method: 'backup_code', use: () => useBackupCode(ctx, account, { stored, client }, call) }
}

export function matchTotpCode(
  ctx: Pick<AuthContext, 'clock' | 'factors'>,
  accountId: string,
  totp: TotpFactor | undefined,
  code: string,
): { enabledAt: Date; step: number } | 'used' | null {
  if (!totp) return null
  const { sealedSecret, lastStep, enabledAt } = totp
  const secret = ctx.factors.secrets.openTotp(sealedSecret, accountId)
  const step = totpStepOf(code, { secret, now: ctx.clock.now() })
  if (step === null) return null
  return step <= lastStep ? 'used' : { enabledAt, step }
}

async function useBackupCode(
  ctx: AuthContext,
  account: Account,
  { stored, client }: { stored: StoredBackupCode; client: Client },
  call: Pick<Call, 'requestId'>,
): Promise<boolean> {
  const { backupCodes = [] } = account.factors
  const left = backupCodes.filter(({ usedAt }) => usedAt === undefined).length - 1
  const variables = { ...ctx.mails.causeOf(client), left }
  const mail = await ctx.mails.prepare({ kind: 'backup_code_used', account, client, variables })
  return ctx.inTransaction(async (transaction) => {
    const at = new Date(ctx.clock.now())
    const used = await ctx.accounts.markBackupCodeUsed(account.id, { mac: stored.mac, at }, transaction)
    if (used === null) return false
    const about = { accountId: account.id, client, detail: { change: 'used', left: String(left) } }
    await ctx.audit.emit(call, 'account.backup_codes', about, transaction)
    await ctx.mails.add(mail, transaction)
    return true
  })
}

function findBackupCode(
  ctx: Pick<AuthContext, 'factors'>,
  { id, factors: { backupCodes = [] } }: Account,
  typed: string,
): StoredBackupCode | null {
  const code = readBackupCode(typed)
  if (code === null) return null
  const macs = ctx.factors.secrets.backupCodeMacs(code, id)
  return backupCodes.find(({ mac }) => macs.includes(mac)) ?? null
}
