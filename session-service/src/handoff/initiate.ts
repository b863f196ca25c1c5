import type { InitiateRequest, InitiateResponse } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { newShortCode } from '@gatehouse/service-kit/tokens/short-code'
import type { SessionContext } from '../context.ts'
import type { EventContext } from '../events/build-event.ts'
import { eventContext } from '../sessions/event-context.ts'
import type { VerifyContext } from '../sessions/verify.ts'
import { callerOf } from './caller.ts'
import { readHandoffCode } from './find-by-code.ts'
import { handoffLifetimeMs } from './handoff.ts'
import type { Side } from './handoff-record.ts'
import { newClaim } from './receiver.ts'

type InitiateContext = VerifyContext & Pick<SessionContext, 'handoffs' | 'locationOf' | 'logRecords'>

const maxDraws = 5

/** A signed-in caller is the giver, any other the receiver. */
export async function initiateHandoff(
  ctx: InitiateContext,
  request: InitiateRequest,
  call: Pick<Call, 'requestId'>,
): Promise<InitiateResponse> {
  const client = validClient(request.client)
  const side = request.token ? await giverOf(ctx, request.token) : { claim: newClaim(client) }

  const context = eventContext(ctx, call, client)
  const code = await drawCode(ctx, side, context)
  ctx.logRecords.handoffBegan('giver' in side ? side.giver : null)
  return {
    code,
    expiresAt: new Date(context.at + handoffLifetimeMs),
    receiverSecret: 'claim' in side ? side.claim.secret : undefined,
  }
}

async function giverOf(ctx: InitiateContext, token: string): Promise<Side> {
  const { signedIn, session } = await callerOf(ctx, token)
  if (signedIn === '') throw new ServiceError('UNAUTHORIZED')
  return { giver: signedIn, session }
}

async function drawCode({ handoffs }: InitiateContext, side: Side, context: EventContext): Promise<string> {
  for (let draw = 0; draw < maxDraws; draw += 1) {
    const code = newShortCode()
    if (await handoffs.open(readHandoffCode(code), side, context)) return code
  }
  // There are 30^8 codes, so this does not happen by chance.
  throw new Error('Every drawn handoff code is in use.')
}
