import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { IdempotentRequest } from '@gatehouse/service-kit/storage/idempotency-keys'
import type { Account } from '../accounts/account.ts'
import type { NewAccount } from '../accounts/account-document.ts'
import { assertNotReserved } from '../accounts/assert-not-reserved.ts'
import type { AuthContext } from '../context.ts'
import { preferredLanguage } from '../mails/mail-language.ts'
import { prepareVerification, storeVerification } from './prepare-verification.ts'
import { type Release, releaseEmail } from './release-email.ts'

/**
 * The first account of an instance becomes its administrator. The language of the request becomes that of the account, for later mails
 * that others cause. `release` is for an address that is proved.
 */
export async function createAccount(
  ctx: AuthContext,
  { locale, ...rest }: NewAccount,
  {
    client,
    idempotent = null,
    release = null,
  }: { client: Client; idempotent?: IdempotentRequest | null; release?: Release | null },
  call: Pick<Call, 'requestId'>,
): Promise<Account> {
  const account = { ...rest, locale: locale ?? preferredLanguage(client.acceptLanguage) }
  const recipient = { ...account, email: account.email?.address ?? null }
  const verification = account.verified
    ? null
    : await prepareVerification(ctx, recipient, { client, isFirst: account.sso === undefined })
  return ctx.accounts.create(account, (insert) =>
    ctx.inTransaction(async (transaction) => {
      if (idempotent) await ctx.idempotencyKeys.take(idempotent, account.id, transaction)
      const { id: accountId, email } = account
      if (email) await assertNotReserved(ctx, { accountId, email, field: 'email' }, transaction)
      if (release) await releaseEmail(ctx, release, call, transaction)
      const administrator = await ctx.firstAccounts.take(account.id, transaction)
      const created = await insert({ administrator, transaction: transaction })
      const detail = { role: administrator ? 'administrator' : undefined }
      await ctx.audit.emit(call, 'account.registration', { accountId, client, detail }, transaction)
      await ctx.authorizedAddresses.add(account.id, client.address, transaction)
      await storeVerification(ctx, account.id, verification, transaction)
      return created
    }),
  )
}
