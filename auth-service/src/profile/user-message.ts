import { type Account as AccountMessage, SsoLinkedBy, type User } from '@gatehouse/proto/gen/auth/v1/auth'
import { fieldsSeenBy, mapFields } from '@gatehouse/proto/profile-fields'
import type { Complete } from '@gatehouse/service-kit/grpc/complete'
import { type Account, discriminatorText } from '../accounts/account.ts'
import { authenticatorTypes, hasSecondFactor } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import { isAvailable } from '../factors/available-factors.ts'
import { linkedProvider } from '../single-sign-on/managing-provider.ts'

export function userMessage(account: Account): User {
  const user: Complete<User> = {
    id: account.id,
    username: account.username,
    discriminator: discriminatorText(account),
    ...mapFields(fieldsSeenBy('everyone'), (field) => account[field] ?? undefined),
    avatar: undefined,
    avatarColor: undefined,
    flags: 0,
  }
  return user
}

export function deletedUserMessage(id: string): User {
  return { id, username: 'Deleted User', discriminator: '0000', flags: 0 }
}

export async function accountMessage(
  ctx: Pick<AuthContext, 'sms' | 'sso'>,
  account: Account,
): Promise<AccountMessage> {
  const message: Complete<AccountMessage> = {
    user: userMessage(account),
    email: account.email ?? undefined,
    phone: account.phone?.number,
    verified: account.verified,
    mfaEnabled: hasSecondFactor(account),
    authenticatorTypes: authenticatorTypes(account).filter((type) => isAvailable(ctx, type)),
    passwordLastChangedAt: account.passwordChangedAt ?? undefined,
    ...mapFields(fieldsSeenBy('owner'), (field) => account[field] ?? undefined),
    createdAt: account.createdAt,
    hasPassword: account.passwordHash !== null,
    requiresPasskey: account.factors.requirePasskey === true,
    ssoLinkedBy: await linkedBy(ctx, account),
  }
  return message
}

async function linkedBy(ctx: Pick<AuthContext, 'sso'>, account: Account): Promise<SsoLinkedBy> {
  if ((await linkedProvider(ctx, account)) === null) return SsoLinkedBy.UNSPECIFIED
  return account.sso?.own ? SsoLinkedBy.OWNER : SsoLinkedBy.PROVIDER
}
