import type { ReceivedMail } from './smtp-receiver.ts'

/** The token of the link in a mail. */
export function tokenIn(mail: ReceivedMail | undefined): string {
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
