import { generateSync } from 'otplib'
import type { DevStack, TestAccount } from './dev-stack.ts'

type BackupCodes = { backup_codes: { code: string; consumed: boolean }[] }

/** An authenticator app that reads the clock of the services. */
export function authenticatorApp(stack: DevStack) {
  const app = {
    /** The code of the current period. */
    codeOf: (secret: string): string =>
      generateSync({ strategy: 'totp', secret, epoch: Math.floor(stack.network().clock.now() / 1000) }),

    /** A code of a period that no earlier code was of. */
    async freshCodeOf(secret: string): Promise<string> {
      await stack.network().clock.advance(2 * 30_000)
      return app.codeOf(secret)
    },

    async setUp({ token }: TestAccount): Promise<string> {
      const { body } = await stack.post<{ secret: string }>('/users/@me/mfa/totp/setup', { token, body: {} })
      return body.secret
    },

    async enable(person: TestAccount) {
      const secret = await app.setUp(person)
      const { body } = await stack.post<BackupCodes>('/users/@me/mfa/totp/enable', {
        token: person.token,
        body: { code: app.codeOf(secret) },
      })
      return { secret, backupCodes: body.backup_codes.map(({ code }) => code) }
    },

    async ticketFor({ email, password }: TestAccount): Promise<string> {
      const call = { body: { email, password } }
      return (await stack.post<{ ticket: string }>('/auth/login', call)).body.ticket
    },
  }
  return app
}
