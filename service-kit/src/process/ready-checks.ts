export type ReadyChecks = Record<string, () => Promise<boolean> | boolean>

const maxCheckMs = 1000

/** The names of the checks that do not pass. */
export async function failing(checks: ReadyChecks): Promise<string[]> {
  const responses = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? null : name)),
  )
  return responses.filter((name) => name !== null)
}

async function passes(check: () => Promise<boolean> | boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, maxCheckMs, false)
  })
  try {
    return await Promise.race([check(), timeout])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
