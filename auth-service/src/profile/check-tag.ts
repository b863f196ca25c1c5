import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { type Account, discriminatorText } from '../accounts/account.ts'
import { readDiscriminator } from '../accounts/discriminator.ts'
import type { AuthContext } from '../context.ts'
import { usernameProblem } from '../registration/username.ts'

/** What somebody wants to be called; absent parts stay. */
export type TagWish = { username?: string | undefined; discriminator?: string | undefined }

/** Username and number to be, and what is wrong with either. */
export type CheckedTag = {
  tag?: { username: string; discriminator: number }
  problems: { username?: FieldCode; discriminator?: FieldCode }
}

/** Whether a wish is for another username or number than the account has. */
export function isOtherTag(account: Account, { username, discriminator }: TagWish): boolean {
  return (
    (username !== undefined && username !== account.username) ||
    (discriminator !== undefined && discriminator !== discriminatorText(account))
  )
}

/** Finds the tag of a wish. A number that was not chosen stays as long as it is free under the new username. */
export async function checkTag(
  ctx: Pick<AuthContext, 'accounts'>,
  account: Account,
  wish: TagWish,
): Promise<CheckedTag> {
  const { username = account.username, discriminator: typed = discriminatorText(account) } = wish
  const wanted = readDiscriminator(typed)
  const problem = usernameProblem(username)
  if (problem !== null || wanted === null) {
    return {
      problems: {
        ...(problem !== null && { username: problem }),
        ...(wanted === null && { discriminator: 'DISCRIMINATOR_INVALID_FORMAT' as const }),
      },
    }
  }
  return freeTag(ctx, account, { username, wanted, isChosen: wish.discriminator !== undefined })
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
