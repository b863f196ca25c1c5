import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { type Account, discriminatorText } from '../accounts/account.ts'
import { readDiscriminator } from '../accounts/discriminator.ts'
import type { AuthContext } from '../context.ts'
import { usernameProblem } from '../field-rules/username.ts'

export type RequestedTag = { username?: string | undefined; discriminator?: string | undefined }

export type CheckedTag = {
  tag?: { username: string; discriminator: number }
  problems: { username?: FieldCode; discriminator?: FieldCode }
}

export function isOtherTag(account: Account, { username, discriminator }: RequestedTag): boolean {
  return (
    (username !== undefined && username !== account.username) ||
    (discriminator !== undefined && discriminator !== discriminatorText(account))
  )
}

/** A discriminator that was not requested stays if it is free with the new username. */
export async function checkTag(
  ctx: Pick<AuthContext, 'accounts' | 'productName'>,
  account: Account,
  requested: RequestedTag,
): Promise<CheckedTag> {
  const { username = account.username, discriminator: typed = discriminatorText(account) } = requested
  const wanted = readDiscriminator(typed)
  const problem = usernameProblem(username, ctx.productName)
  if (problem !== null || wanted === null) {
    return {
      problems: {
        ...(problem !== null && { username: problem }),
        ...(wanted === null && { discriminator: 'DISCRIMINATOR_INVALID_FORMAT' as const }),
      },
    }
  }
  return freeTag(ctx, account, { username, wanted, isChosen: requested.discriminator !== undefined })
}

async function freeTag(
  ctx: Pick<AuthContext, 'accounts'>,
  account: Account,
  { username, wanted, isChosen }: { username: string; wanted: number; isChosen: boolean },
): Promise<CheckedTag> {
  const isOwn = username.toLowerCase() === account.username.toLowerCase() && wanted === account.discriminator
  const discriminator = isOwn ? wanted : await ctx.accounts.discriminatorFor(username, wanted)
  if (discriminator === null) return { problems: { username: 'TOO_MANY_USERS_WITH_THIS_USERNAME' } }
  if (isChosen && discriminator !== wanted) return { problems: { discriminator: 'TAG_ALREADY_TAKEN' } }
  return { tag: { username, discriminator }, problems: {} }
}
