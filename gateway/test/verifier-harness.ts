import { openSessionVerifier, type VerifierOptions } from '@gatehouse/gateway/session-check/session-verifier'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { systemClock } from '@gatehouse/service-kit/time/clock'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { type Answers, startVerifyStub, type VerifyStub } from './verify-stub.ts'

/** Verifiers and replicas of session-service, closed after each test. */
export function useVerifiers() {
  const { log, lines } = logLines()
  const open: (() => unknown)[] = []
  afterEach(async () => {
    while (open.length > 0) await open.pop()?.()
  })

  return {
    lines,
    async startStub(responses: Answers, listen?: string, tls: Tls | null = null): Promise<VerifyStub> {
      const stub = await startVerifyStub(responses, listen, tls)
      open.push(stub.stop)
      return stub
    },
    openVerifier(addresses: string, options: Partial<VerifierOptions> = {}) {
      const verifier = openSessionVerifier({
        addresses,
        tls: null,
        log,
        deadlineMs: 2000,
        clock: systemClock,
        maxCachedSessions: 0,
        pingMs: 20,
        ...options,
      })
      open.push(verifier.close)
      return verifier
    },
  }
}

export const addressesOf = (...stubs: { address: string }[]) => stubs.map(({ address }) => address).join(',')

export const code = async (promise: Promise<unknown>) => (await rejected(promise)).code
