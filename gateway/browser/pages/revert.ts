import { element } from '../elements.ts'
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
    prepare: showAccount,
  })
}

async function showAccount(token: string): Promise<void> {
  const { email } = await gatehouse.post('/auth/email-revert/info', { body: { token } })
  element('strong', '#account').textContent = email
  element('input', '#revert-account').value = email
}
