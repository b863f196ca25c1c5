import { HandoffState } from '@gatehouse/proto/gen/sessions/v1/handoffs'

/** A state on the wire. One that we do not know is not worth waiting for. */
export function stateJson(state: HandoffState): 'pending' | 'completed' | 'expired' {
  if (state === HandoffState.PENDING) return 'pending'
  return state === HandoffState.COMPLETED ? 'completed' : 'expired'
}
