import { findFreePort } from '@gatehouse/dev/stack/free-port'
import type { Page } from 'playwright-core'
import { openDevStack } from './dev-stack.ts'

/** A stack on the host name and the origin that WebAuthn requires. */
export function openPasskeyStack() {
  let port = 0
  before(async () => {
    port = await findFreePort()
  })
  return openDevStack({
    settingsOf: (identity): Record<string, string> => {
      if (identity === 'gateway') return { GATEHOUSE_HTTP_LISTEN: `localhost:${port}` }
      const origin = `http://localhost:${port}`
      return identity === 'auth-service'
        ? { GATEHOUSE_WEBAUTHN_RP_ID: 'localhost', GATEHOUSE_WEBAUTHN_ORIGINS: origin }
        : {}
    },
  })
}

/** A virtual authenticator in the browser of the page, with passkeys of its own. */
export async function addAuthenticator(page: Page) {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async verify(isUserVerified: boolean) {
      await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    /** What a manager shows of the passkeys: name and display name. */
    async userNames(): Promise<(string | undefined)[][]> {
      const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ userName, userDisplayName }) => [userName, userDisplayName])
    },
  }
}
