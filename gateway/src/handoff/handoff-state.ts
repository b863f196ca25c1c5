import { HandoffState } from '@gatehouse/proto/gen/sessions/v1/handoffs'

/** An unknown state counts as expired. */
export function stateJson(state: HandoffState): 'pending' | 'completed' | 'expired' {
  if (state === HandoffState.PENDING) return 'pending'
  return state === HandoffState.COMPLETED ? 'completed' : 'expired'
}
