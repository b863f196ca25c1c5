import type {
  RevokedSessions,
  VerifyResult,
  VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'

type Options = {
  send(response: VerifyStreamResponse): void
  /** How long ago the moment is up to which every revocation was handed to `revoked`; null while some may be missed. */
  deliveredMsAgo(): number | null
}

/**
 * Gathers what is answered in one event-loop turn into one message: a message costs far more than an item in it
 * (contract.md 9, "Verification"). What is told about revocations keeps its order.
 */
export function batchedReplies({ send, deliveredMsAgo }: Options) {
  let batched = nothing()
  let next: NodeJS.Immediate | undefined

  function flush(): void {
    clearImmediate(next)
    next = undefined
    const response = batched
    batched = nothing()
    if (response.pong) response.deliveredUntilMsAgo = roundedUp(deliveredMsAgo())
    if (response.pong || !isEmpty(response)) send(response)
  }

  const soon = () => {
    next ??= setImmediate(flush)
  }

  return {
    add(result: VerifyResult): void {
      batched.results.push(result)
      soon()
    },
    pong(number: number): void {
      batched.pong = true
      batched.pongNumber = number
      soon()
    },
    revoked(sessions: RevokedSessions): void {
      batched.revoked.push(sessions)
      soon()
    },
    revocationsMissed(): void {
      batched.revocationsMissed = true
      soon()
    },
    flush,
  }
}

function nothing(): VerifyStreamResponse {
  const told = { revoked: [], revocationsMissed: false, deliveredUntilMsAgo: undefined }
  return { results: [], pong: false, pongNumber: 0, ...told }
}

function isEmpty({ results, revoked, revocationsMissed }: VerifyStreamResponse): boolean {
  return results.length === 0 && revoked.length === 0 && !revocationsMissed
}

function roundedUp(ms: number | null): number | undefined {
  return ms === null ? undefined : Math.ceil(ms)
}
