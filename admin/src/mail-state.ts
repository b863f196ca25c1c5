import { MailState } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { InvalidArgumentError } from 'commander'

export const mailStates: Record<MailState, string> = {
  [MailState.UNSPECIFIED]: 'unknown',
  [MailState.PENDING]: 'pending',
  [MailState.SENT]: 'sent',
  [MailState.DEAD]: 'dead',
}

export function parseMailState(text: string): MailState {
  const states = [MailState.PENDING, MailState.SENT, MailState.DEAD]
  const state = states.find((one) => mailStates[one] === text)
  if (state === undefined) throw new InvalidArgumentError('use pending, sent or dead')
  return state
}
