import type { EnableTotpRequest, SecondFactorProof } from '@gatehouse/proto/gen/auth/v1/auth'
import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { generateSync } from 'otplib'
import { type AuthHarness, actor, client, password, problems } from './auth-harness.ts'

export const stepMs = 30_000

/** Short forms of requests about second factors of the account in `own`. */
export function totpAccount(own: { stack: AuthHarness; id: string; email: string }) {
  const proved = () => ({ actor: actor(own.id, own.stack.clock.now()), client })

  /** The code `steps` periods from now. */
  const codeOf = (secret: string, steps = 0) =>
    generateSync({
      strategy: 'totp',
      secret,
      epoch: Math.floor((own.stack.clock.now() + steps * stepMs) / 1000),
    })
  const enableWith = (fields: Partial<EnableTotpRequest>) =>
    own.stack.auth.enableTotp({ ...proved(), code: '', endOtherSessions: false, ...fields })
  const login = () => own.stack.auth.login({ client, email: own.email, password })
  const complete = (ticket: string, code: string) =>
    own.stack.auth.completeLoginWithTotp({ client, ticket, code })

  return {
    proved,
    codeOf,
    enableWith,
    login,
    complete,
    /** Enables TOTP and moves the clock, so that the code of the next period is unused. */
    async enable() {
      const { secret } = await own.stack.auth.setUpTotp(proved())
      const { backupCodes } = await enableWith({ code: codeOf(secret) })
      own.stack.clock.advance(2 * stepMs)
      return { secret, backupCodes: backupCodes.map(({ code }) => code) }
    },
    async ticket(): Promise<string> {
      const { outcome } = await login()
      if (outcome?.$case !== 'mfaRequired') throw new Error('Expected a second step.')
      return outcome.value.ticket
    },
    rejection: async (ticket: string, code: string) => {
      const error = await rejected(complete(ticket, code))
      return error.fields.length > 0 ? problems(error) : [error.code]
    },
  }
}

export function totpProof(code: string): SecondFactorProof {
  return { method: AuthenticatorType.TOTP, code }
}

/** How many of these calls succeed. */
export async function successesOf(calls: Promise<unknown>[]): Promise<number> {
  return (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length
}
