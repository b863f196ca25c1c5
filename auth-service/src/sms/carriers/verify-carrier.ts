import { z } from 'zod'
import type { VerifyCarrier } from './carrier.ts'
import { type Credentials, carrierEndpoint, carrierFailure } from './carrier-endpoint.ts'

const started = z.object({ sid: z.string().min(1).max(256) })
const checked = z.object({ status: z.string() })

/** The protocol of https://www.twilio.com/docs/verify/api */
export function verifyCarrier(credentials: Credentials): VerifyCarrier {
  const endpoint = carrierEndpoint(credentials)
  const postVerification = endpoint('/Verifications')
  const postCheck = endpoint('/VerificationCheck')
  return {
    checksCodes: true,

    async start({ to, language }, signal) {
      const response = await postVerification({ To: to, Channel: 'sms', Locale: language }, signal)
      const { success, data } = started.safeParse(response.body)
      if (response.status >= 300 || !success) throw carrierFailure(response)
      return data.sid
    },

    async check(verification, code, signal) {
      const response = await postCheck({ VerificationSid: verification, Code: code }, signal)
      // Unknown, expired or approved already; or checked too often.
      if (response.status === 404 || response.status === 429) return false
      const { success, data } = checked.safeParse(response.body)
      if (response.status >= 300 || !success) throw carrierFailure(response)
      return data.status === 'approved'
    },
  }
}
