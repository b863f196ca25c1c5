import { gatehouse } from '../gatehouse.ts'
import { openPasswordLink } from '../password-link.ts'
import { texts } from '../texts.ts'

export function openRevert(): boolean {
  return openPasswordLink({
    send: async (token = '', values) => {
      const body = { token, password: String(values.get('password')) }
      return gatehouse.storeSession(await gatehouse.post('/auth/email-revert', { body }))
    },
    notices: { beforeCode: texts.emailRestored, signedIn: texts.emailReverted },
  })
}
