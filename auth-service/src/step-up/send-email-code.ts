import type { SendStepUpEmailRequest, SendStepUpEmailResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { stepUpRequired } from './assert-step-up.ts'
import { canProveWithEmail, emailCodeFor } from './email-code.ts'

export async function sendStepUpEmail(
  ctx: AuthContext,
  { actor, client }: WithClient<SendStepUpEmailRequest>,
): Promise<SendStepUpEmailResponse> {
  const account = await signedInAccount(ctx, actor)
  if (!(await canProveWithEmail(ctx, account))) throw await stepUpRequired(ctx, account)
  const { code, store } = emailCodeFor(ctx, account, actor)
  const variables = { ...ctx.mails.causeOf(client), code }
  const mail = await ctx.mails.prepare({ kind: 'step_up', account, client, variables })
  await store()
  await ctx.mails.add(mail)
  return {}
}
