import { element } from '../elements.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPasswordLink } from '../password-link.ts'
import { texts } from '../texts.ts'

export function openReset(): boolean {
  const notices = { beforeCode: texts.passwordSet, signedIn: texts.passwordReset }
  return openPasswordLink((body) => gatehouse.resetPassword(body), notices, showAccount)
}

async function showAccount(token: string): Promise<void> {
  const { email, removes } = await gatehouse.post('/auth/reset/info', { body: { token } })
  element('strong', '#account').textContent = email
  element('input', '#reset-account').value = email
  element('p', '#removes').hidden = !removes
}
