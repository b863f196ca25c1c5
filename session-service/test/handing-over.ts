import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { HandoffState } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import type { RunningService } from './running-service.ts'

export const phone: Client = {
  address: '198.51.100.20',
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  location: { city: 'Nowhere', region: undefined, country: 'XX' },
}
export const stranger: Client = { address: '192.0.2.66', userAgent: 'curl/8', location: undefined }
export const { PENDING, COMPLETED, EXPIRED } = HandoffState

export type Giver = { token: string; accountId: string; idHash: string }
type Presented = { client?: Client; token?: string; receiverSecret?: string; peek?: boolean }

/** The calls of both sides, to one replica. */
export function handingOver({ handoffs }: Pick<RunningService, 'handoffs'>) {
  const steps = {
    /** A device without a session shows a code. */
    receive: async (client = phone) => withTexts(await handoffs.initiate({ client })),
    /** A device with a session offers it. */
    give: ({ token }: Giver, client = phone) => handoffs.initiate({ client, token }).then(withTexts),
    poll: (code: string, { client = phone, token = '', receiverSecret = '', peek = false }: Presented = {}) =>
      handoffs.status({ code, client, token, receiverSecret, peek }).then(withTexts),
    info: (code: string, { accountId, idHash }: Giver, client = phone) =>
      handoffs.info({ code, client, actor: { accountId, sessionIdHash: idHash, provedAt: undefined } }),
    complete: (
      code: string,
      { token, accountId }: Giver,
      more: { authorization?: string; client?: Client; proved?: boolean } = {},
    ) => handoffs.complete({ code, token, accountId, client: phone, ...more }),
    cancel: (code: string, { client = phone, token = '', receiverSecret = '' }: Presented = {}) =>
      handoffs.cancel({ code, client, token, receiverSecret }),
    /** The state that a poll returns. */
    stateOf: async (code: string, presented: Presented = {}) => (await steps.poll(code, presented)).state,
    /** The error code of a rejected call. */
    rejection: async (promise: Promise<unknown>) => (await rejected(promise)).code,
  }
  return steps
}

/** A secret, token or account that was not sent is empty. */
function withTexts<
  T extends {
    receiverSecret?: string | undefined
    token?: string | undefined
    accountId?: string | undefined
  },
>(response: T) {
  const { receiverSecret = '', token = '', accountId = '' } = response
  return { ...response, receiverSecret, token, accountId }
}

/** A well-formed code that was never drawn, as far as anybody knows. */
export const unknownCode = 'ZZZZ-ZZZZ'
