const maxAgeMs = 60_000

/** What the installation sends. */
export type Features = { sendsMails: boolean; sendsSms: boolean }

type Auth = { getFeatures(request: Record<never, never>): Promise<Features> }

/** Asked at most once a minute. Only mails while auth-service has not answered. */
export function featureStatus(auth: Auth): () => Promise<Features> {
  let known: Features = { sendsMails: true, sendsSms: false }
  let asked = Promise.resolve()
  let askedAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    try {
      known = await auth.getFeatures({})
    } catch {
      // The routes that the pages call report that auth-service is unavailable.
      askedAt = Number.NEGATIVE_INFINITY
    }
  }

  return async () => {
    if (performance.now() - askedAt >= maxAgeMs) {
      askedAt = performance.now()
      asked = ask()
    }
    await asked
    return known
  }
}
