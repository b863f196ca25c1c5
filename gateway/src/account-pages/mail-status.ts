const maxAgeMs = 60_000

type Auth = { getFeatures(request: Record<never, never>): Promise<{ sendsMails: boolean }> }

/** Whether the installation sends mails, asked at most once a minute. True while auth-service has not answered. */
export function mailStatus(auth: Auth): () => Promise<boolean> {
  let known = true
  let asked = Promise.resolve()
  let askedAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    try {
      known = (await auth.getFeatures({})).sendsMails
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
