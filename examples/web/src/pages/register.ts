import { element, paragraph } from '../dom.ts'
import { form } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'

export async function registerPage(): Promise<Node[]> {
  const register = form(
    'Create account',
    [
      { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' },
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' },
      { name: 'date_of_birth', label: 'Date of birth', type: 'date' },
    ],
    async ({ email = '', password = '', date_of_birth = '' }) => {
      await gatehouse.register({ email, password, date_of_birth, consent: true })
      location.hash = '#/account'
    },
  )
  const terms = paragraph('By creating an account you agree to the terms of service.')
  return [element('h1', {}, 'Register'), register, terms]
}
