import { invalidFields, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { EmailChange } from '../accounts/email-change.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'

type Step<Result> = { change: EmailChange; mail?: MailDocument | null; result: Result }

const maxWrongCodes = 5
/** More than the wrong codes that concurrent requests can store. */
const maxAttempts = 10

/** Stores what `step` makes of the change that the ticket names. Of concurrent requests one is stored; the others repeat the step. */
export async function advance<Result>(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'inTransaction' | 'mails'>,
  accountId: string,
  ticket: string,
  step: (change: EmailChange) => Promise<Step<Result>> | Step<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await ctx.accounts.findEmailChange(accountId)
    assertLive(ctx, before, ticket)
    const { change, mail = null, result } = await step(before)
    const isStored = await ctx.inTransaction(async (transaction) => {
      const isUnchanged = await ctx.accounts.updateEmailChange(accountId, before, change, transaction)
      if (isUnchanged) await ctx.mails.add(mail, transaction)
      return isUnchanged
    })
    if (isStored) return result
  }
  throw unavailable('other requests changed the email change')
}

function assertLive(
  { clock }: Pick<AuthContext, 'clock'>,
  change: EmailChange | null,
  ticket: string,
): asserts change is EmailChange {
  const isLive =
    change?.ticket === digestText(ticket) &&
    change.expiresAt.getTime() > clock.now() &&
    change.wrongCodes < maxWrongCodes
  if (!isLive) throw invalidFields({ ticket: 'INVALID_OR_EXPIRED_TICKET' })
  if (change.isCompleted) throw invalidFields({ ticket: 'TICKET_ALREADY_COMPLETED' })
}
