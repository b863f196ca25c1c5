import { GatehouseError } from './gatehouse-error.ts'
import { sleep } from './sleep.ts'
import type { Send } from './transport.ts'

export type RetryOptions = {
  /** How often a request is sent at most. 1 turns retries off. */
  attempts?: number
  /** A request that would have to wait longer than this in total fails immediately. */
  maxWaitMs?: number
}

/** Replaced in tests. */
type Clock = { sleep(ms: number, signal: AbortSignal): Promise<void>; random(): number }
const realClock: Clock = { sleep, random: Math.random }

const readMethods = ['GET', 'HEAD']
const repeatableMethods = [...readMethods, 'PATCH', 'DELETE']
const firstDelayMs = 500

/** Repeats what is safe to repeat, after `Retry-After` or with growing delays. */
export function withRetries(
  send: Send,
  { attempts = 3, maxWaitMs = 30_000 }: RetryOptions = {},
  clock = realClock,
): Send {
  return async (request) => {
    let waitedMs = 0
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(request.clone())
      } catch (error) {
        if (attempt >= attempts || !mayRepeat(request, error)) throw error
        const waitMs = delayMs(error, attempt, clock.random())
        if (waitedMs + waitMs > maxWaitMs) throw error
        waitedMs += waitMs
        await clock.sleep(waitMs, request.signal)
      }
    }
  }
}

/**
 * 429 is sent before any work. After a 503, a 504 or a lost response the work may be done, which only an
 * Idempotency-Key makes safe to repeat for POST.
 */
function mayRepeat({ method, headers }: Request, error: unknown): error is GatehouseError {
  if (!(error instanceof GatehouseError)) return false
  if (error.status === 429) return true
  const isSafe = headers.has('idempotency-key')
  if (error.status === 503 || error.status === 504) return isSafe || repeatableMethods.includes(method)
  return error.code === 'NETWORK_ERROR' && (isSafe || readMethods.includes(method))
}

/** Full jitter on top of Retry-After, so that many clients do not return at the same moment. */
function delayMs({ retryAfterSeconds = 0 }: GatehouseError, attempt: number, random: number): number {
  return retryAfterSeconds * 1_000 + random * firstDelayMs * 2 ** (attempt - 1)
}
