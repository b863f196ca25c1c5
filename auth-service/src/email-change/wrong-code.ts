import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { EmailChange } from '../accounts/email-change.ts'
import type { AuthContext } from '../context.ts'

type Attempt = { actor: Actor | undefined; client: Client; address: 'original' | 'new' }

export function withWrongCode(change: EmailChange): EmailChange {
  return { ...change, wrongCodes: change.wrongCodes + 1 }
}

export async function reportWrongCode(
  ctx: Pick<AuthContext, 'audit'>,
  { actor, client, address }: Attempt,
  call: Pick<Call, 'requestId'>,
): Promise<ServiceError> {
  const { accountId = null } = actor ?? {}
  const about = { accountId, client, actor, failed: true, detail: { address } }
  await ctx.audit.emit(call, 'account.email_change', about)
  return invalidFields({ code: 'INVALID_VERIFICATION_CODE' })
}
