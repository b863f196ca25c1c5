import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readShortCode } from '@gatehouse/service-kit/tokens/short-code'
import type { SessionContext } from '../context.ts'
import type { EventContext } from '../events/build-event.ts'

type FindContext = Pick<SessionContext, 'wrongCodes' | 'logRecords'>

/** Throws INVALID_HANDOFF_CODE for a malformed code, which does not count as a guess. */
export function readHandoffCode(typed: string): string {
  const code = readShortCode(typed)
  if (code === null) throw new ServiceError('INVALID_HANDOFF_CODE')
  return code
}

/**
 * Returns null for a wrong code, which counts against the address. A throttled address gets
 * INVALID_HANDOFF_CODE even for the right code, also in calls that were in flight when the last free guess
 * was counted.
 */
export async function findByCode<T>(
  ctx: FindContext,
  { code, client: { address } }: { code: string; client: Client },
  context: EventContext,
  find: (code: string) => Promise<T | null>,
): Promise<T | null> {
  if (await ctx.wrongCodes.isThrottled(address)) throw new ServiceError('INVALID_HANDOFF_CODE')
  const found = await find(readHandoffCode(code))
  if (found !== null) return found
  const { isLast, isExcess } = await ctx.wrongCodes.record(address, context)
  if (isLast) ctx.logRecords.handoffThrottled(address)
  if (isExcess) throw new ServiceError('INVALID_HANDOFF_CODE')
  return null
}
