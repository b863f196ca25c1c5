import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { cleanPasted } from '@gatehouse/service-kit/fields/pasted'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'
import type { MatchedCode } from '../factors/match-code.ts'
import { smsCarrierFailed } from '../log-events.ts'
import { CarrierError } from './carriers/carrier.ts'
import type { Addressee } from './sms-codes.ts'

/** Carriers that check codes choose their length. */
const wellFormed = /^\d{4,10}$/

/** The digits; null for a text of another form, which is no failed attempt. */
export function readSmsCode(typed: string): string | null {
  const code = cleanPasted(typed)
  return wellFormed.test(code) ? code : null
}

/** A carrier that checks codes does so when the code is used, since it accepts a code once. */
export async function matchSmsCode(
  ctx: Pick<AuthContext, 'factors' | 'sms'>,
  addressee: Addressee,
  typed: string,
  call: Call,
): Promise<MatchedCode | null> {
  const code = readSmsCode(typed)
  const sent = code === null ? null : await ctx.sms.codes.find(addressee)
  if (code === null || !sent) return null
  const { proof } = sent.value
  if ('mac' in proof)
    return ctx.factors.secrets.smsCodeMacs(code, addressee.accountId).includes(proof.mac)
      ? { method: 'sms', use: sent.take }
      : null
  return {
    method: 'sms',
    use: async () => (await isApproved(ctx, addressee, { ...proof, code }, call)) && sent.take(),
  }
}

async function isApproved(
  { sms: { carrier } }: Pick<AuthContext, 'sms'>,
  { accountId }: Addressee,
  { verification, code }: { verification: string; code: string },
  call: Call,
): Promise<boolean> {
  if (!carrier?.checksCodes) return false
  try {
    return await carrier.check(verification, code, call.signal)
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    smsCarrierFailed(call, accountId, error)
    throw new ServiceError('SMS_VERIFICATION_UNAVAILABLE')
  }
}
