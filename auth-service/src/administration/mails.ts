import {
  type GetMailRequest,
  type GetMailResponse,
  type ListMailsRequest,
  type ListMailsResponse,
  type MailRecord,
  MailState,
  type RetryMailRequest,
  type RetryMailResponse,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { pageSizeOf, toPage } from '@gatehouse/service-kit/resources/paging'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'

const states = {
  pending: MailState.PENDING,
  sent: MailState.SENT,
  dead: MailState.DEAD,
} as const satisfies Record<MailDocument['state'], MailState>

export async function listMails(
  { mails }: Pick<AuthContext, 'mails'>,
  request: ListMailsRequest,
): Promise<ListMailsResponse> {
  const size = pageSizeOf(request, { default: 100, max: 1000 })
  const before = request.pageToken === '' ? null : mailKey('page_token', request.pageToken)
  const found = await mails.list({ state: stateOf(request.state), before, limit: size + 1 })
  const { items, nextPageToken } = toPage(found, size, ({ _id }) => fromSortable(_id))
  return { mails: items.map(mailRecord), nextPageToken }
}

export async function getMail(
  { mails }: Pick<AuthContext, 'mails'>,
  { id }: GetMailRequest,
): Promise<GetMailResponse> {
  const mail = await mails.find(mailKey('id', id))
  if (mail === null) throw new ServiceError('UNKNOWN_MAIL')
  return { mail: mailRecord(mail) }
}

export async function retryMail(
  ctx: Pick<AuthContext, 'clock' | 'mails'>,
  { id }: RetryMailRequest,
): Promise<RetryMailResponse> {
  const retried = await ctx.mails.retry(mailKey('id', id), ctx.clock.now())
  if (retried !== null) return { mail: mailRecord(retried) }
  await getMail(ctx, { id })
  throw new ServiceError('MAIL_NOT_RETRYABLE')
}

function mailKey(path: string, id: string): string {
  if (!isSnowflake(id)) throw invalidFields({ [path]: 'INVALID_SNOWFLAKE_FORMAT' })
  return toSortable(id)
}

function stateOf(wanted: MailState | undefined): MailDocument['state'] | null {
  const names = Object.keys(states) as MailDocument['state'][]
  return names.find((name) => states[name] === wanted) ?? null
}

function mailRecord({ _id, state, dueAt, ...mail }: MailDocument): MailRecord {
  const { kind, accountId, attempts, createdAt, expiresAt, settledAt, failure, messageId } = mail
  return {
    id: fromSortable(_id),
    kind,
    accountId,
    attempts,
    createdAt,
    expiresAt,
    settledAt,
    failure,
    messageId,
    state: states[state],
    dueAt: state === 'pending' ? dueAt : undefined,
  }
}
