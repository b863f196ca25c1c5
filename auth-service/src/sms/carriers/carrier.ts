import type { Language } from '../../mails/mail-kinds.ts'

/** Delivers our codes, or is a service that creates, delivers and checks codes of its own. */
export type Carrier = MessageCarrier | VerifyCarrier

export type MessageCarrier = {
  checksCodes: false
  send(message: { to: string; text: string }, signal: AbortSignal): Promise<void>
}

export type VerifyCarrier = {
  checksCodes: true
  /** Sends a code. Returns the id of the verification. */
  start(message: { to: string; language: Language }, signal: AbortSignal): Promise<string>
  /** False for a wrong code, and for a verification that is unknown, expired or used. */
  check(verification: string, code: string, signal: AbortSignal): Promise<boolean>
}

/** The message contains neither the phone number nor a credential. */
export class CarrierError extends Error {
  readonly rejectsNumber: boolean

  constructor(message: string, { rejectsNumber = false } = {}) {
    super(message)
    this.rejectsNumber = rejectsNumber
  }
}
