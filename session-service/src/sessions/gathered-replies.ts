import type { VerifyResult, VerifyStreamResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'

/**
 * Gathers what is answered in one event-loop turn into one message: a message costs far more than an item in it
 * (contract.md 9, "Verification").
 */
export function gatheredReplies(send: (response: VerifyStreamResponse) => void) {
  let results: VerifyResult[] = []
  let pong = false
  let next: NodeJS.Immediate | undefined

  function flush(): void {
    clearImmediate(next)
    next = undefined
    if (results.length === 0 && !pong) return
    const response = { results, pong }
    results = []
    pong = false
    send(response)
  }

  const soon = () => {
    next ??= setImmediate(flush)
  }

  return {
    add(result: VerifyResult): void {
      results.push(result)
      soon()
    },
    pong(): void {
      pong = true
      soon()
    },
    flush,
  }
}
