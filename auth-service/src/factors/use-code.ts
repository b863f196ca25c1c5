import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { mailCause } from '../mails/mail-cause.ts'
import { type MailContext, prepareMail } from '../mails/prepare-mail.ts'
import { readBackupCode } from './backup-codes.ts'
import type { StoredBackupCode } from './factors.ts'
import { totpStepOf } from './totp.ts'

export type UseCodeContext = EmitContext &
  MailContext &
  Pick<AuthContext, 'accounts' | 'factors' | 'inTransaction'>

export type CodeMethod = 'totp' | 'backup_code'

/** Uses up a code of the authenticator app or a backup code. Null for a wrong or used one. */
export async function useCode(
  ctx: UseCodeContext,
  account: Account,
  { code, client }: { code: string; client: Client },
  call: Pick<Call, 'requestId'>,
): Promise<CodeMethod | null> {
  if (await useTotpCode(ctx, account, code)) return 'totp'
  return (await useBackupCode(ctx, account, { code, client }, call)) ? 'backup_code' : null
}

async function useTotpCode(
  ctx: Pick<UseCodeContext, 'accounts' | 'clock' | 'factors'>,
  { id, factors: { totp } }: Account,
  code: string,
): Promise<boolean> {
  if (!totp) return false
  const { sealedSecret } = totp
  const secret = ctx.factors.secrets.openTotp(sealedSecret, id)
  const step = totpStepOf(code, { secret, now: ctx.clock.now() })
  return step !== null && ctx.accounts.useTotpStep(id, { sealedSecret, step })
}

async function useBackupCode(
  ctx: UseCodeContext,
  account: Account,
  { code, client }: { code: string; client: Client },
  call: Pick<Call, 'requestId'>,
): Promise<boolean> {
  const { backupCodes = [] } = account.factors
  const stored = findBackupCode(ctx, account, code)
  if (!stored) return false
  const left = backupCodes.filter(({ usedAt }) => usedAt === undefined).length - 1
  const variables = { ...mailCause(ctx, client), left }
  const mail = await prepareMail(ctx, { kind: 'backup_code_used', account, client, variables })
  return ctx.inTransaction(async (transaction) => {
    const at = new Date(ctx.clock.now())
    const used = await ctx.accounts.useBackupCode(account.id, { mac: stored.mac, at }, transaction)
    if (used === null) return false
    const detail = { change: 'used', left: String(left) }
    const event = { type: 'account.backup_codes', outcome: 'ok', accountId: account.id, client } as const
    await emitEvent(ctx, call, { ...event, detail }, transaction)
    await ctx.mails.add(mail, transaction)
    return true
  })
}

function findBackupCode(
  ctx: Pick<UseCodeContext, 'factors'>,
  { id, factors: { backupCodes = [] } }: Account,
  typed: string,
): StoredBackupCode | undefined {
  const code = readBackupCode(typed)
  if (code === null) return undefined
  const macs = ctx.factors.secrets.backupCodeMacs(code, id)
  return backupCodes.find(({ mac, usedAt }) => usedAt === undefined && macs.includes(mac))
}
