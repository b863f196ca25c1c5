import { gatehouse } from '../gatehouse.ts'
import { openPasswordLink } from '../password-link.ts'
import { texts } from '../texts.ts'

export function openRevert(): boolean {
  return openPasswordLink(
    async (body) => gatehouse.storeSession(await gatehouse.post('/auth/email-revert', { body })),
    { beforeCode: texts.emailRestored, signedIn: texts.emailReverted },
  )
}
