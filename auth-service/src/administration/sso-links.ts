import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type {
  MoveSsoLinksRequest,
  MoveSsoLinksResponse,
  SetSsoLinkRequest,
  SetSsoLinkResponse,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { pageSizeOf, toPage } from '@gatehouse/service-kit/resources/paging'
import { changeFactors } from '../account-changes/change-factors.ts'
import { type FieldProblems, rejectFields } from '../accounts/reject-fields.ts'
import type { SsoPerson } from '../accounts/sso-link.ts'
import type { AuthContext } from '../context.ts'
import { logFailure, openProvider } from '../single-sign-on/provider-failure.ts'
import { missingFields } from '../single-sign-on/sso-config.ts'
import type { StoredConfig } from '../single-sign-on/sso-config-store.ts'
import { accountRecord } from './account-record.ts'

const pageSizes = { default: 500, max: 1000 }

/** An account that is linked to this person already, or to nobody, is not changed, so that a repeated call sends no mail. */
export async function setSsoLink(
  ctx: AuthContext,
  { id, subject }: SetSsoLinkRequest,
  call: Call,
): Promise<SetSsoLinkResponse> {
  if (subject !== undefined) rejectFields({ subject: lengthProblem(subject, fieldBounds.ssoSubject) })
  const account = await ctx.accounts.find(id)
  if (account === null) throw new ServiceError('UNKNOWN_USER')
  const config = await ctx.sso.configs.read()
  const person = subject === undefined ? null : await personOf(ctx, config, subject, call)
  const isUnchanged = account.sso?.issuer === person?.issuer && account.sso?.subject === person?.subject
  if (!isUnchanged)
    await changeFactors(
      ctx,
      account,
      {
        request: null,
        mail: {
          kind: person ? 'sso_connected' : 'sso_disconnected',
          variables: { provider: config.displayName, by: 'operator' },
        },
        event: { type: 'account.sso', detail: { change: person ? 'linked' : 'unlinked', by: 'operator' } },
        change: async (_, transaction) => {
          const link = person && ({ ...person, own: true } as const)
          if (!(await ctx.accounts.setSsoLink(account, link, transaction)))
            throw unavailable('another request changed the account')
        },
      },
      call,
    )
  return { account: accountRecord(await ctx.accounts.find(id), ctx.clock.now()) }
}

/** The issuer as the provider writes it, which sign-ins compare. */
async function personOf(
  ctx: Pick<AuthContext, 'sso'>,
  config: StoredConfig,
  subject: string,
  call: Call,
): Promise<SsoPerson> {
  if (missingFields(config).length > 0) throw new ServiceError('FEATURE_TEMPORARILY_DISABLED')
  const { metadata } = await logFailure(call, () => openProvider(ctx, config))
  return { issuer: metadata.issuer, subject }
}

/** A link stays whose person is linked to another account at the new issuer. */
export async function moveSsoLinks(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'inTransaction'>,
  { from, to, apply, pageSize, pageToken }: MoveSsoLinksRequest,
  call: Call,
): Promise<MoveSsoLinksResponse> {
  const problem = from === to ? 'INVALID_FORMAT' : lengthProblem(to, fieldBounds.ssoUrl)
  rejectFields({ from: lengthProblem(from, fieldBounds.ssoUrl), to: problem })
  const size = pageSizeOf({ pageSize }, pageSizes)
  const found = await ctx.accounts.linkedSubjects(from, { after: pageToken, limit: size + 1 })
  const { items: subjects, nextPageToken } = toPage(found, size, (subject) => subject)
  const taken = new Set(await ctx.accounts.linkedAmong(to, subjects))
  const free = subjects.filter((subject) => !taken.has(subject))
  const moved = apply && free.length > 0 ? await move(ctx, { from, to, subjects: free }, call) : 0
  return { nextPageToken, found: subjects.length, taken: taken.size, moved }
}

function move(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'inTransaction'>,
  { from, to, subjects }: { from: string; to: string; subjects: string[] },
  call: Call,
): Promise<number> {
  return ctx.inTransaction(async (transaction) => {
    const moved = await ctx.accounts.moveSsoLinks({ from, to, subjects }, transaction)
    const detail = { changed: 'links', by: 'operator', from, to, links: String(moved) }
    await ctx.audit.emit(call, 'instance.sso', { accountId: null, detail }, transaction)
    return moved
  })
}

function lengthProblem(text: string, { min, max }: { min: number; max: number }): FieldProblems[string] {
  return text.length < min || text.length > max ? ['STRING_LENGTH_INVALID', { min, max }] : null
}
