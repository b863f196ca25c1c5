import { element } from '../elements.ts'
import { gatehouse } from '../gatehouse.ts'
import { takeFragment } from '../navigation.ts'
import { openPasswordLink } from '../password-link.ts'
import { texts } from '../texts.ts'

export function openReset(): boolean {
  return openPasswordLink({
    send: (token, values) => {
      const typed = (name: string) => String(values.get(name))
      const proof = token === undefined ? { email: typed('email'), code: typed('code') } : { token }
      return gatehouse.resetPassword({ ...proof, password: typed('password') })
    },
    notices: { beforeCode: texts.passwordSet, signedIn: texts.passwordReset },
    prepare: showAccount,
    withoutLink: askForCode,
  })
}

async function showAccount(token: string): Promise<void> {
  const { email, removes } = await gatehouse.post('/auth/reset/info', { body: { token } })
  element('strong', '#account').textContent = email
  // Hidden, for password managers.
  element('input', '#email').value = email
  element('p', '#removes').hidden = !removes
}

function askForCode(): void {
  element('input', '#email').value = takeFragment('email') ?? ''
  element('div', '#by-code').hidden = false
  element('p', '#named').hidden = true
  element('p', '#may-remove').hidden = false
}
