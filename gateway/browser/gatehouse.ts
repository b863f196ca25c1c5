import { createGatehouse, webTokenStore } from '@gatehouse/client'
import { openPage } from './navigation.ts'
import { askForProof } from './step-up.ts'
import { tabStorage } from './storage.ts'
import { texts } from './texts.ts'

/** The token is in sessionStorage: one tab has it, until that tab is closed. */
export const gatehouse = createGatehouse({
  baseUrl: new URL('..', location.href).href.replace(/\/$/, ''),
  tokenStore: webTokenStore(tabStorage),
  onStepUp: (challenge) =>
    askForProof(challenge, {
      getPasskeyOptions: () => gatehouse.post('/users/@me/sudo/webauthn/authentication-options'),
      sendSms: () => gatehouse.post('/users/@me/sudo/mfa/sms/send'),
      sendEmail: () => gatehouse.post('/users/@me/sudo/email/send'),
      getSsoStatus: () => gatehouse.get('/auth/sso/status'),
      startSso: () => gatehouse.post('/auth/sso/start', { body: { prompt: 'login' } }),
    }),
  onSignedOut: () => openPage('sign-in', texts.sessionEnded),
  // People see the remaining time instead of waiting without a reason.
  retry: { maxWaitMs: 3_000 },
})
