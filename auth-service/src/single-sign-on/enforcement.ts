import type { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Handlers } from '@gatehouse/service-kit/grpc/server-call'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { managingProvider } from './managing-provider.ts'

type Rpcs = Handlers<typeof AuthService>

/** Every way to an account or a session without the provider. Sessions that exist go on. */
const localRpcs = [
  'register',
  'checkRegistration',
  'suggestUsernames',
  'login',
  'completeLoginWithTotp',
  'sendLoginSms',
  'completeLoginWithSms',
  'startLoginWithPasskey',
  'completeLoginWithPasskey',
  'startPasskeySignIn',
  'completePasskeySignIn',
  'requestPasswordReset',
  'getPasswordReset',
  'resetPassword',
  'revertEmail',
  'getEmailRevert',
  'verifyEmail',
  'getVerification',
  'requestVerification',
  'getIpAuthorization',
  'authorizeIp',
  'pollIpAuthorization',
  'resendIpAuthorization',
] as const satisfies readonly (keyof Rpcs)[]

export function closedWhileSsoEnforced(ctx: Pick<AuthContext, 'sso'>, rpcs: Rpcs): Rpcs {
  const closed = localRpcs.map((name) => {
    // The request type of each rpc is that of its handler.
    const handler = rpcs[name] as (request: unknown, call: Call) => unknown
    const guarded = async (request: unknown, call: Call) => {
      await assertAllowed(ctx, 'local')
      return handler(request, call)
    }
    return [name, guarded] as const
  })
  return { ...rpcs, ...Object.fromEntries(closed) }
}

/** Fails if this way to sign in is switched off. Called again when the session exists: the settings may have changed since the sign-in began. */
export async function assertAllowed(ctx: Pick<AuthContext, 'sso'>, method: string): Promise<void> {
  const { enabled, enforced } = await ctx.sso.configs.current()
  if (method === 'sso' && !enabled) throw new ServiceError('FEATURE_TEMPORARILY_DISABLED')
  if (method !== 'sso' && enabled && enforced) throw new ServiceError('SSO_REQUIRED')
}

/** The provider then decides about second factors. */
export async function isEnforced({ sso }: Pick<AuthContext, 'sso'>): Promise<boolean> {
  const { enabled, enforced } = await sso.configs.current()
  return enabled && enforced
}

export async function assertNotManaged(ctx: Pick<AuthContext, 'sso'>, account: Account): Promise<void> {
  if ((await managingProvider(ctx, account)) !== null) throw new ServiceError('MANAGED_BY_SSO')
}
