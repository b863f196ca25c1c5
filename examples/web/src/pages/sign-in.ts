import { element, paragraph } from '../dom.ts'
import { form } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'

export async function signInPage(): Promise<Node[]> {
  const notice = paragraph('')
  const signIn = form(
    'Sign in',
    [
      { name: 'email', label: 'Email', type: 'email', autocomplete: 'username' },
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    ],
    async ({ email = '', password = '' }) => {
      const response = await gatehouse.signIn({ email, password })
      if ('mfa' in response)
        notice.textContent = `A second factor is required: ${response.allowed_methods.join(', ')}.`
      else location.hash = '#/account'
    },
  )
  return [element('h1', {}, 'Sign in'), signIn, notice]
}
