/** Further items wait until one of these batches has its response. */
const maxBatchesInFlight = 2

type Waiting<Item, Answer> = {
  item: Item
  resolve: (response: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Merges the items of one event-loop turn (docs/decisions/0003-batched-reads.md). `load` returns answers
 * in the order of its items, an Error for an item that failed alone. `load` starts after the call, so a result is never stale.
 * An item waits up to `lingerMs()` for those of later turns; one for which that is 0 sends all that wait.
 */
export function batched<Item, Answer>(
  load: (items: Item[]) => Promise<(Answer | Error)[]>,
  { max = 256, lingerMs = () => 0 }: { max?: number; lingerMs?: () => number } = {},
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let inFlight = 0
  let isScheduled = false
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || inFlight >= maxBatchesInFlight) return
    const delayMs = lingerMs()
    if (delayMs > 0 && waiting.length < max) {
      timer ??= setTimeout(send, delayMs)
      return
    }
    isScheduled = true
    setImmediate(send)
  }

  function send(): void {
    isScheduled = false
    clearTimeout(timer)
    timer = undefined
    const batch = waiting.slice(0, max)
    waiting = waiting.slice(max)
    inFlight += 1
    void settle(batch, load).finally(() => {
      inFlight -= 1
      schedule()
    })
    schedule()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}

async function settle<Item, Answer>(
  batch: Waiting<Item, Answer>[],
  load: (items: Item[]) => Promise<(Answer | Error)[]>,
): Promise<void> {
  try {
    const responses = await load(batch.map(({ item }) => item))
    if (responses.length !== batch.length)
      throw new Error('A batch has another number of answers than items.')
    for (const [index, { resolve, reject }] of batch.entries()) {
      // The lengths are equal.
      const response = responses[index] as Answer | Error
      if (response instanceof Error) reject(response)
      else resolve(response)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
