import type { SecondFactorProof } from '@gatehouse/proto/gen/auth/v1/auth'
import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type AuthHarness, actor, client, problems } from './auth-harness.ts'

export const smsEnv = { GATEHOUSE_SMS_CARRIER: 'console' }

type Own = { stack: AuthHarness; id: string; number: number }
type Fields = { endOtherSessions?: boolean; secondFactor?: SecondFactorProof }

/** Short forms of requests about the phone number of the account in `own`, whose codes are in the log. */
export function phoneAccount(own: Own) {
  /** Another one for each account of a test file. */
  const phone = () => `+491511234${String(own.number).padStart(4, '0')}`
  const owner = () => ({ actor: actor(own.id, own.stack.clock.now()), client })
  const provedWithFactor = () => ({
    actor: { ...actor(own.id, own.stack.clock.now()), provedWithSecondFactor: true },
    client,
    endOtherSessions: false,
  })
  const sendTo = (number: string) => own.stack.auth.sendPhoneCode({ ...owner(), phone: number })
  const verify = async (number: string, code: string) =>
    (await own.stack.auth.verifyPhone({ ...owner(), phone: number, code })).phoneToken
  const set = (phoneToken: string, fields: Fields = {}) =>
    own.stack.auth.setPhone({ ...provedWithFactor(), phoneToken, ...fields })

  return {
    phone,
    owner,
    provedWithFactor,
    sendTo,
    verify,
    set,
    /** The code of the newest message. */
    lastCode: () => codeIn(lastMessage(own.stack)),
    lastMessage: () => lastMessage(own.stack),
    sentMessages: () => messages(own.stack).length,
    /** Verifies the number and adds it to the account. */
    async addPhone(number = phone()) {
      await sendTo(number)
      await set(await verify(number, codeIn(lastMessage(own.stack))))
    },
    enableSms: () => own.stack.auth.enableSms(provedWithFactor()),
    sendLoginSms: (ticket: string) => own.stack.auth.sendLoginSms({ client, ticket }),
    completeWithSms: (ticket: string, code: string) =>
      own.stack.auth.completeLoginWithSms({ client, ticket, code }),
  }
}

export async function rejectionOf(call: Promise<unknown>): Promise<string[]> {
  const error = await rejected(call)
  return error.fields.length > 0 ? problems(error) : [error.code]
}

export function smsProof(code: string): SecondFactorProof {
  return { method: AuthenticatorType.SMS, code }
}

/** A code that differs from this one. */
export function otherCode(code: string): string {
  return code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
}

function messages({ logged }: AuthHarness): string[] {
  return logged.text().match(/SMS to [^"]+/g) ?? []
}

function lastMessage(stack: AuthHarness): string {
  return messages(stack).at(-1) ?? ''
}

function codeIn(message: string): string {
  return /\b\d{6}\b/.exec(message)?.[0] ?? ''
}
