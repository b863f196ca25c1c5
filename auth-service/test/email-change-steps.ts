import type { StartEmailChangeResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { client, password, problems } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import type { ReceivedMail } from './smtp-receiver.ts'
import { tokenIn } from './token-in.ts'

const codePattern = /\n([A-Z2-9]{4}-[A-Z2-9]{4})\n/

/** An account with mails, and the steps that change its email address. Each test has a new account. */
export function useEmailChange(env: NodeJS.ProcessEnv = {}) {
  const mails = useMails({ GATEHOUSE_APP_URL: 'https://app.example', ...env })
  const { own, proved } = mails
  const read = new Set<ReceivedMail>()

  /** The newest mail with such a text to an address that was not read before, once it arrived. */
  const newestTo = (address: string, text = /./): Promise<ReceivedMail> =>
    until(async () => {
      const mail = own.smtp.mails.findLast(
        (each) => each.recipients.includes(address) && text.test(each.text ?? '') && !read.has(each),
      )
      if (!mail) throw new Error(`no new mail to ${address}`)
      read.add(mail)
      return mail
    })
  const codeTo = async (address: string) =>
    codePattern.exec((await newestTo(address, /Enter this code to/)).text ?? '')?.[1] ?? ''
  const start = () => own.stack.auth.startEmailChange(proved())
  const verifyOriginal = (ticket: string, code: string) =>
    own.stack.auth.verifyOriginalEmail({ ...proved(), ticket, code })
  const requestNew = (ticket: string, originalProof: string, newEmail: string) =>
    own.stack.auth.requestNewEmail({ ...proved(), ticket, originalProof, newEmail })
  const verifyNew = (ticket: string, originalProof: string, code: string) =>
    own.stack.auth.verifyNewEmail({ ...proved(), ticket, originalProof, code })
  const apply = (emailToken: string) => {
    const owner = { ...proved().actor, provedWithSecondFactor: true }
    return own.stack.updateMe({ ...proved(), actor: owner, emailToken })
  }

  /** Proves the current address if that is required. */
  const proofOf = async ({ ticket, originalProof, originalEmail }: StartEmailChangeResponse) =>
    originalProof ?? (await verifyOriginal(ticket, await codeTo(originalEmail))).originalProof
  /** Everything but the last step. */
  const tokenFor = async (newEmail: string) => {
    const started = await start()
    const proof = await proofOf(started)
    await requestNew(started.ticket, proof, newEmail)
    return (await verifyNew(started.ticket, proof, await codeTo(newEmail))).emailToken
  }
  const me = async () => (await own.stack.auth.getMe(proved())).account
  /** Changes the address and returns the token of the mail to the old one. */
  const changeTo = async (newEmail: string) => {
    const email = (await me())?.email ?? ''
    await apply(await tokenFor(newEmail))
    return tokenIn(await newestTo(email, /\/revert#token=/))
  }
  return {
    ...mails,
    newestTo,
    codeTo,
    start,
    verifyOriginal,
    requestNew,
    verifyNew,
    apply,
    proofOf,
    tokenFor,
    changeTo,
    verified: async () => {
      await own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
    },
    login: (email: string, word = password) => own.stack.auth.login({ client, email, password: word }),
    revert: (token: string, word: string) => own.stack.auth.revertEmail({ client, token, password: word }),
    problemsOf: async (promise: Promise<unknown>) => problems(await rejected(promise)),
    me,
    stored: async () => JSON.stringify(await own.stack.accounts.findOne({ _id: own.id })),
  }
}
