import { gatehouse } from '../gatehouse.ts'
import { openPasswordLink } from '../password-link.ts'
import { texts } from '../texts.ts'

export function openReset(): boolean {
  return openPasswordLink((body) => gatehouse.resetPassword(body), {
    beforeCode: texts.passwordSet,
    signedIn: texts.passwordReset,
  })
}
