import type { AddPasskeyRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { type AuthHarness, actor, client } from './auth-harness.ts'
import { type Faults, softAuthenticator } from './soft-authenticator.ts'

type Authenticator = ReturnType<typeof softAuthenticator>

/** Short forms of requests about passkeys of the account in `own`. */
export function passkeyAccount(own: { stack: AuthHarness; id: string }) {
  const proved = () => ({ actor: actor(own.id, own.stack.clock.now()), client })
  const challengeOf = ({ optionsJson }: { optionsJson: string }): string => JSON.parse(optionsJson).challenge
  const registrationChallenge = async () =>
    challengeOf(await own.stack.auth.startPasskeyRegistration(proved()))
  const signInChallenge = async () => challengeOf(await own.stack.auth.startPasskeySignIn({}))

  const add = async (
    authenticator: Authenticator,
    { faults = {}, ...fields }: Partial<AddPasskeyRequest> & { faults?: Faults } = {},
  ) => {
    const challenge = fields.challenge ?? (await registrationChallenge())
    const responseJson = authenticator.register(challenge, faults)
    const request = { ...proved(), challenge, responseJson, name: 'Laptop', endOtherSessions: false }
    return own.stack.auth.addPasskey({ ...request, ...fields })
  }
  const complete = (challenge: string, responseJson: string) =>
    own.stack.auth.completePasskeySignIn({ client, challenge, responseJson })

  return {
    proved,
    registrationChallenge,
    signInChallenge,
    add,
    complete,
    newAuthenticator: (options: { algorithm?: 'ES256' | 'EdDSA' | 'RS256' } = {}) =>
      softAuthenticator({ ...options, accountId: own.id }),
    async signIn(authenticator: Authenticator, faults: Faults = {}) {
      const challenge = await signInChallenge()
      return complete(challenge, authenticator.assert(challenge, faults))
    },
  }
}
