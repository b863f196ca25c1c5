import type { RegisterRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { emailProblem } from '../accounts/email-problem.ts'
import { type FieldProblems, rejectFields } from '../accounts/reject-fields.ts'
import type { AuthContext } from '../context.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { formProblems, type Registration, readRegistration } from './registration.ts'

/** Lookups come last and within limits: they cost more, and one reveals who has an account. */
export async function checkRegistration(
  ctx: AuthContext,
  request: WithClient<RegisterRequest>,
  call: Pick<Call, 'requestId'>,
): Promise<Registration> {
  const registration = readRegistration(ctx, request)
  rejectFields(formProblems(ctx, request, registration))
  await ctx.throttle.takeRegistration({ email: registration.email, client: request.client }, call)
  rejectFields(await accountFieldErrors(ctx, registration, request.client, call))
  return registration
}

async function accountFieldErrors(
  ctx: AuthContext,
  { email, password, username, names }: Registration,
  client: Client,
  call: Pick<Call, 'requestId'>,
): Promise<FieldProblems> {
  const [emailIs, passwordIs, usernameIs] = await Promise.all([
    email && emailProblem(ctx, email.address, email, { client }, call),
    password === null ? null : newPasswordProblem(ctx, password, names),
    username === null ? false : ctx.accounts.isUsernameExhausted(username),
  ])
  return {
    email: emailIs,
    password: passwordIs,
    username: usernameIs ? 'TOO_MANY_USERS_WITH_THIS_USERNAME' : null,
  }
}
