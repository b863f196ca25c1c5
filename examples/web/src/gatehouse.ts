import { createGatehouse, webTokenStore } from '@gatehouse/client'
import { askForPassword } from './dialogs.ts'

/** All tabs share the token. Any script of this origin can read it, so load none that you do not trust. */
export const gatehouse = createGatehouse({
  baseUrl: import.meta.env.VITE_GATEHOUSE_URL ?? 'http://localhost:8080',
  tokenStore: webTokenStore(localStorage),
  onStepUp: askForPassword,
  onSignedOut() {
    location.hash = '#/sign-in'
  },
})
