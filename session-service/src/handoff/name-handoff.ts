import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { SessionContext } from '../context.ts'
import type { EventSource } from '../events/build-event.ts'
import { lettersOf } from './handoff-code.ts'

type NameContext = Pick<SessionContext, 'wrongCodes' | 'events'>

/** The letters of a code. INVALID_HANDOFF_CODE for what cannot be one, which is no guess and not counted. */
export function readHandoffCode(code: string): string {
  const letters = lettersOf(code)
  if (letters === null) throw new ServiceError('INVALID_HANDOFF_CODE')
  return letters
}

/**
 * Looks a code up for somebody who names it. A code for which there is nothing counts against the address, and once five
 * have, even the right one is refused: so an address has five guesses, and those that are on their way when the fifth is
 * counted (contract.md 7 row 29; test: "stops answering an address").
 */
export async function nameHandoff<T>(
  ctx: NameContext,
  { code, client }: { code: string; client: Client | undefined },
  act: EventSource,
  look: (letters: string) => Promise<T | null>,
): Promise<T | null> {
  const address = client?.address ?? ''
  if (await ctx.wrongCodes.areSpent(address)) throw new ServiceError('INVALID_HANDOFF_CODE')
  const found = await look(readHandoffCode(code))
  if (found !== null) return found
  const noted = await ctx.wrongCodes.note(address, act)
  if (noted === 'last') ctx.events.handoffThrottled(address)
  if (noted === 'tooMany') throw new ServiceError('INVALID_HANDOFF_CODE')
  return null
}
