import type { MailKind, MailVariables } from '../mail-kinds.ts'

/** All texts of one language. `date` formats a time, in UTC; `to` is the address that gets the mail. */
export type MailTexts = {
  greeting: (username: string) => string
  time: string
  device: string
  place: string
  address: string
  footer: (product: string) => string
  terms: string
  privacy: string
  support: string
  mails: { [K in MailKind]: MailText<MailVariables[K]> }
}

export type MailText<V> = {
  subject: string
  heading: string
  paragraphs: (variables: V, date: (iso: string) => string, to: string) => string[]
  /** The button with the link. */
  action?: string
  /** The link with the token for an owner who did not cause the mail. */
  disown?: string
}
