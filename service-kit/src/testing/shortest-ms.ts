/**
 * The shortest of up to three runs. Stops at the first one within the limit: other work on the machine makes a run slower,
 * never faster.
 */
export async function shortestMs(limitMs: number, run: () => unknown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && shortest >= limitMs; attempt++) {
    const startedAt = performance.now()
    await run()
    shortest = Math.min(shortest, performance.now() - startedAt)
  }
  return shortest
}
