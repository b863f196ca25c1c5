import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import {
  type ImportAccountsRequest,
  type ImportAccountsResponse,
  type ImportOutcome,
  ImportResult,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { assertListLength } from '@gatehouse/service-kit/fields/list-length'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { isDuplicateKeyError, type StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { AuthContext } from '../context.ts'
import type { KnownKeys, NewImport } from './import-store.ts'
import { knownAccounts } from './known-accounts.ts'
import { numberNames, usernameFor } from './number-names.ts'
import { type Imported, readImported } from './read-imported.ts'

type Line = Imported | ServiceError

const maxAccounts = 1000
const maxAttempts = 5

/** Accounts of an earlier import are reported and not changed, so that a batch can be retried. */
export async function importAccounts(
  ctx: AuthContext,
  { accounts }: ImportAccountsRequest,
  call: Call,
): Promise<ImportAccountsResponse> {
  assertListLength('accounts', accounts, maxAccounts)
  const { hashMemory, productName } = ctx
  const now = ctx.clock.now()
  const lines = accounts.map((account) => readImported(account, { now, hashMemory, productName }))
  for (let attempt = 1; ; attempt++) {
    try {
      return { outcomes: await ctx.inTransaction((transaction) => insertNew(ctx, lines, transaction, call)) }
    } catch (error) {
      // An address, id or discriminator was taken meanwhile; the next attempt reads it.
      if (!isDuplicateKeyError(error) || attempt === maxAttempts) throw error
    }
  }
}

async function insertNew(
  ctx: AuthContext,
  lines: Line[],
  transaction: StoreSession,
  call: Call,
): Promise<ImportOutcome[]> {
  const { outcomes, imports } = await decide(ctx, lines, transaction)
  if (imports.length === 0) return outcomes
  await ctx.imports.insert(imports, transaction)
  const about = imports.map(({ account }) => ({ accountId: account.id }))
  await ctx.audit.emitAll(call, 'account.import', about, transaction)
  return outcomes
}

async function decide(
  ctx: Pick<AuthContext, 'clock' | 'factors' | 'imports' | 'newId' | 'productName'>,
  lines: Line[],
  transaction: StoreSession,
) {
  const valid = lines.flatMap((line) => (line instanceof ServiceError ? [] : [line]))
  const usernames = new Map(valid.map((line) => [line, usernameFor(line, ctx.productName)]))
  const now = ctx.clock.now()
  const known = knownAccounts(await ctx.imports.findKnown(keysOf(valid), new Date(now), transaction))
  const names = [...usernames.values()].map((name) => name.toLowerCase())
  const numbers = numberNames(await ctx.imports.takenNumbers([...new Set(names)], transaction))

  const imports: NewImport[] = []
  const outcomes = lines.map((line): ImportOutcome => {
    if (line instanceof ServiceError) return rejected(line)
    const comparison = known.compare(line)
    if (comparison !== 'new')
      return 'problem' in comparison ? rejectedFor(comparison.problem) : existing(comparison.existing)
    const taken = numbers.take(line, usernames.get(line) ?? '')
    if ('problem' in taken) return rejectedFor(taken.problem)
    const id = ctx.newId()
    known.add(id, line)
    imports.push(newImport(ctx, line, { id, ...taken.tag }, now))
    const renamed = line.rejectedUsername === null ? {} : { replacedUsername: taken.tag.username }
    return { result: ImportResult.CREATED, accountId: id, problems: [], ...renamed }
  })
  return { outcomes, imports }
}

function keysOf(lines: Imported[]): KnownKeys {
  return {
    emailKeys: lines.map(({ email }) => email.key),
    externalIds: lines.map(({ externalId }) => externalId).filter((id) => id !== null),
    people: lines.map(({ sso }) => sso).filter((sso) => sso !== null),
  }
}

function newImport(
  { factors: { secrets } }: Pick<AuthContext, 'factors'>,
  line: Imported,
  { id, username, discriminator }: { id: string; username: string; discriminator: number },
  now: number,
): NewImport {
  const { externalId, email, globalName, passwordHash, verified, dateOfBirth, createdAt } = line
  const { totpSecret, isSuspended, sso, locale } = line
  const at = new Date(now)
  const account = {
    id,
    username,
    email,
    globalName,
    passwordHash,
    verified,
    passwordChangedAt: null,
    dateOfBirth: dateOfBirth ?? '',
    status: isSuspended ? ('disabled' as const) : ('active' as const),
    createdAt: createdAt ?? at,
    locale,
    // As if an operator had linked it: the provider proves nothing about the address.
    ...(sso && { sso: { ...sso, own: true as const } }),
  }
  const totp =
    totpSecret === null
      ? null
      : { sealedSecret: secrets.sealTotp(totpSecret, id), lastStep: 0, enabledAt: at }
  return { account, discriminator, externalId, totp, at }
}

function existing(accountId: string): ImportOutcome {
  return { result: ImportResult.EXISTED, accountId, problems: [] }
}

function rejected({ fields: problems }: ServiceError): ImportOutcome {
  return { result: ImportResult.REJECTED, problems }
}

function rejectedFor(problem: Record<string, FieldCode>): ImportOutcome {
  return rejected(invalidFields(problem))
}
