import type { ReceivedMail } from './smtp-receiver.ts'

/** The code beside the link. */
export function codeIn(mail: ReceivedMail | undefined): string {
  return /^[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

/** The token of the link in a mail. */
export function tokenIn(mail: ReceivedMail | undefined): string {
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
