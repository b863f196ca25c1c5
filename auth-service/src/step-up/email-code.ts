import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import type { Account } from '../accounts/account.ts'
import { emailedCodeMacs, newEmailedCode } from '../accounts/emailed-code.ts'
import { canProveWithPasskey, hasSecondFactor } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import type { MatchedCode } from '../factors/match-code.ts'
import { linkedProvider } from '../single-sign-on/managing-provider.ts'
import type { Addressee } from '../sms/sms-codes.ts'

/**
 * Whether a code by mail proves the identity: only of an account without anything better, whose provider does not say when people signed
 * in. Then nothing else would let its owner end sessions or delete it.
 */
export async function canProveWithEmail(
  ctx: Pick<AuthContext, 'mails' | 'sso'>,
  account: Account,
): Promise<boolean> {
  const { passwordHash, email, sso } = account
  if (!ctx.mails.isEnabled || passwordHash !== null || email === null || sso?.noAuthTime !== true)
    return false
  if (hasSecondFactor(account) || canProveWithPasskey(account)) return false
  return (await linkedProvider(ctx, account)) !== null
}

/** For the session of the caller alone. `store` replaces the code before. */
export function emailCodeFor(
  ctx: Pick<AuthContext, 'keyRing' | 'sms'>,
  account: Account,
  actor: Actor | undefined,
): { code: string; store(): Promise<void> } {
  const addressee = addresseeOf(account, actor)
  const { code, stored } = newEmailedCode(ctx.keyRing, boundTo(addressee))
  return { code, store: () => ctx.sms.codes.store(addressee, { mac: stored.mac }) }
}

export async function matchEmailCode(
  ctx: Pick<AuthContext, 'keyRing' | 'sms'>,
  account: Account,
  actor: Actor | undefined,
  typed: string,
): Promise<MatchedCode | null> {
  const addressee = addresseeOf(account, actor)
  const macs = emailedCodeMacs(ctx.keyRing, boundTo(addressee), typed)
  const sent = macs && (await ctx.sms.codes.find(addressee))
  const isRight = sent && 'mac' in sent.value.proof && macs.includes(sent.value.proof.mac)
  return isRight ? { method: 'email', use: sent.take } : null
}

function addresseeOf({ id: accountId, email }: Account, actor: Actor | undefined): Addressee {
  const purpose = { for: 'step_up_mail', sessionIdHash: actor?.sessionIdHash ?? '' } as const
  return { accountId, phone: email ?? '', purpose }
}

function boundTo({ accountId, phone, purpose }: Addressee): string {
  return JSON.stringify([accountId, phone, purpose])
}
