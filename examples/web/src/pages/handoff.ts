import { give, receive } from '@gatehouse/client/handoff'
import { confirm } from '../dialogs.ts'
import { button, element, paragraph } from '../dom.ts'
import { explain } from '../errors.ts'
import { form } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'

export async function handoffPage(): Promise<Node[]> {
  const isSignedIn = (await gatehouse.tokenStore.get()) !== undefined
  return [element('h1', {}, 'Handoff'), ...(isSignedIn ? givingSide() : receivingSide())]
}

function givingSide(): Node[] {
  const notice = paragraph('Enter the code that the other device shows.')
  const approve = form(
    'Continue',
    [{ name: 'code', label: 'Code', autocomplete: 'one-time-code' }],
    async ({ code = '' }) => {
      const isGiven = await give(gatehouse, {
        code,
        confirm: ({ browser, os }) =>
          confirm(`Sign in ${browser ?? 'an unknown browser'} on ${os ?? 'an unknown system'}?`),
      })
      notice.textContent = isGiven ? 'The other device is signed in.' : 'Cancelled.'
    },
  )
  return [notice, approve]
}

function receivingSide(): Node[] {
  const notice = paragraph('Sign in with a device that is signed in already.')
  const leave = new AbortController()
  addEventListener('hashchange', () => leave.abort(), { once: true })
  const start = button('Get a code', async () => {
    start.remove()
    const onCode = ({ code }: { code: string }) => {
      notice.replaceChildren('Enter this code on the other device: ', element('code', { id: 'code' }, code))
    }
    try {
      const session = await receive(gatehouse, { onCode, signal: leave.signal })
      if (session) location.hash = '#/account'
      else notice.textContent = 'The code expired, or the other device declined.'
    } catch (error) {
      if (!leave.signal.aborted) notice.textContent = explain(error)
    }
  })
  return [notice, start]
}
