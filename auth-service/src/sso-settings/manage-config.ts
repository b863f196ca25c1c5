import type { DisableSsoResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type {
  SsoConfig as ConfigMessage,
  GetConfigRequest,
  GetConfigResponse,
  UpdateConfigRequest,
  UpdateConfigResponse,
} from '@gatehouse/proto/gen/auth/v1/sso'
import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changesOf } from '@gatehouse/service-kit/resources/field-mask'
import type { Account } from '../accounts/account.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { EventAbout } from '../audit/build-event.ts'
import type { AuthContext } from '../context.ts'
import { checkConfig } from '../single-sign-on/check-config.ts'
import { type SsoConfig, unsetConfig } from '../single-sign-on/sso-config.ts'
import type { StoredConfig } from '../single-sign-on/sso-config-store.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

const changeable = [
  'enabled',
  'enforced',
  'displayName',
  'issuer',
  'authorizationUrl',
  'tokenUrl',
  'userinfoUrl',
  'jwksUrl',
  'clientId',
  'clientSecret',
  'scope',
  'allowedDomains',
  'autoProvision',
  'redirectUri',
] as const satisfies readonly (keyof ConfigMessage & keyof SsoConfig)[]

export async function administrator(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  actor: Actor | undefined,
): Promise<Account> {
  const account = await signedInAccount(ctx, actor)
  if (!account.administrator) throw new ServiceError('MISSING_PERMISSIONS')
  return account
}

export async function getConfig(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sso'>,
  { actor }: GetConfigRequest,
): Promise<GetConfigResponse> {
  await administrator(ctx, actor)
  return { config: configMessage(await ctx.sso.configs.read()) }
}

export async function updateConfig(
  ctx: AuthContext,
  request: WithClient<UpdateConfigRequest>,
  call: Call,
): Promise<UpdateConfigResponse> {
  const { id: accountId, ...account } = await administrator(ctx, request.actor)
  await assertProved(ctx, { id: accountId, ...account }, request, call)
  const before = await ctx.sso.configs.read()
  const changes = withDefaults(changesOf(request.config, request.updateMask, changeable))
  const changed = Object.keys(changes)
  const checked = await checkConfig(ctx.sso.network, { ...before, ...changes }, changed)
  const after = { ...checked, revision: before.revision }
  const { client, actor } = request
  const detail = { changed: (request.updateMask ?? []).join(' '), by: 'administrator' }
  await store(ctx, after, { accountId, client, actor, detail }, call)
  return { config: configMessage(after) }
}

/** For an operator, when nobody can sign in any more. */
export async function disableSso(
  ctx: Pick<AuthContext, 'audit' | 'inTransaction' | 'sso'>,
  call: Call,
): Promise<DisableSsoResponse> {
  const before = await ctx.sso.configs.read()
  const detail = { changed: 'enabled', by: 'operator' }
  if (before.enabled) await store(ctx, { ...before, enabled: false }, { accountId: null, detail }, call)
  return { wasEnabled: before.enabled }
}

async function store(
  ctx: Pick<AuthContext, 'audit' | 'inTransaction' | 'sso'>,
  config: StoredConfig,
  about: EventAbout<'instance.sso'>,
  call: Call,
): Promise<void> {
  await ctx.inTransaction(async (transaction) => {
    await ctx.sso.configs.replace(config, transaction)
    await ctx.audit.emit(call, 'instance.sso', about, transaction)
  })
  ctx.sso.configs.forget()
}

/** Null restores the default. */
function withDefaults(changes: { [Name in (typeof changeable)[number]]?: unknown }): Partial<SsoConfig> {
  const entries = Object.entries(changes) as [keyof SsoConfig, unknown][]
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? unsetConfig[name]]))
}

function configMessage({ revision, clientSecret, ...config }: StoredConfig): ConfigMessage {
  const { enabled, enforced, allowedDomains, autoProvision, ...texts } = config
  const set = Object.entries(texts).filter(([, value]) => value !== null)
  return {
    enabled,
    enforced,
    allowedDomains,
    autoProvision,
    clientSecretSet: clientSecret !== null,
    ...Object.fromEntries(set),
  }
}
