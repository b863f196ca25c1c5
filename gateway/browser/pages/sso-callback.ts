import { element } from '../elements.ts'
import { gatehouse } from '../gatehouse.ts'
import { continueSignIn } from '../second-factor.ts'
import { reportSsoFailure } from '../sso-failure.ts'

export function openSsoCallback(): boolean {
  const { code, state, iss } = Object.fromEntries(new URLSearchParams(location.search))
  // The code would stay in the history.
  history.replaceState(null, '', location.pathname)
  void reportSsoFailure(async () => {
    try {
      const body = { code: code ?? '', state: state ?? '', ...(iss !== undefined && { iss }) }
      const answer = await gatehouse.post('/auth/sso/complete', { body })
      if ('token' in answer) await gatehouse.storeSession(answer)
      continueSignIn(answer)
    } finally {
      element('p', '#progress').hidden = true
    }
  })
  return true
}
