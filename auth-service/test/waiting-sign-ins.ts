import type { PollIpAuthorizationRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { client, password, problems } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { tokenIn } from './token-in.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
export const elsewhere = { ...client, address: '203.0.113.9', userAgent: firefox }
export const rejectedToken = ['token:INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN']
export const rejectedTicket = ['ticket:INVALID_OR_EXPIRED_AUTHORIZATION_TICKET']

type SignInFields = { inviteCode?: string; deviceToken?: string; waiterToken?: string }

/** An auth-service with mail, and sign-ins that wait for the owner of the account. */
export function useWaitingSignIns(env: NodeJS.ProcessEnv = {}) {
  const mails = useMails({ GATEHOUSE_APP_URL: 'https://app.example', ...env })
  const { own, received } = mails
  const auth = () => own.stack.auth
  const signIn = (from = elsewhere, fields: SignInFields = {}) =>
    auth().login({ client: from, email: own.email, password, ...fields })
  const authorize = (token: string, from = client, number?: string) =>
    auth().authorizeIp({ client: from, token, number })
  const resend = (ticket: string) => auth().resendIpAuthorization({ ticket })

  const links = () => received().filter(({ text }) => text?.includes('/authorize-ip#'))
  /** The newest mail with a link, once there are that many. */
  const newest = (count: number) =>
    until(async () => {
      if (links().length < count) throw new Error(`${links().length} of ${count} mails arrived`)
      return links().at(-1)
    })

  /** Signs in; returns the ticket of the sign-in that waits, and the token of its mail. */
  const wait = async (from = elsewhere, fields: SignInFields = {}) => {
    const before = links().length
    const error = await rejected(signIn(from, fields))
    const mail = await newest(before + 1)
    const { ticket, number } = error.data
    return { error, ticket: String(ticket), number: String(number), token: tokenIn(mail), mail }
  }
  return {
    ...mails,
    signIn,
    wait,
    newest,
    authorize,
    resend,
    authorizeRejection: async (token: string) => problems(await rejected(authorize(token))),
    poll: async (ticket: string, from = elsewhere, fields: Partial<PollIpAuthorizationRequest> = {}) =>
      (await auth().pollIpAuthorization({ client: from, ticket, peek: false, ...fields })).signedIn,
    pollRejection: async (ticket: string) =>
      problems(await rejected(auth().pollIpAuthorization({ client: elsewhere, ticket, peek: false }))),
    resendRejection: (ticket: string) => rejected(resend(ticket)),
  }
}
