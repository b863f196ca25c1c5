/** How many questions are on their way at once; further items wait for one of them. */
const maxBatchesInFlight = 2

type Waiting<Item, Answer> = {
  item: Item
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Asks for one item at a time what the store answers for many: items of one event-loop turn, and those that come while
 * enough is on its way, go together (docs/decisions/0003-gathered-questions.md). Every question is sent after its items were
 * given, so an answer is never older than its question. `ask` answers in the order of its items, with an Error for an item
 * that failed alone; when it fails itself, all of them fail.
 */
export function batched<Item, Answer>(
  ask: (items: Item[]) => Promise<(Answer | Error)[]>,
  { most = 256 }: { most?: number } = {},
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let inFlight = 0
  let isSendingSoon = false

  function soon(): void {
    if (isSendingSoon || waiting.length === 0 || inFlight >= maxBatchesInFlight) return
    isSendingSoon = true
    setImmediate(send)
  }

  function send(): void {
    isSendingSoon = false
    const together = waiting.slice(0, most)
    waiting = waiting.slice(most)
    inFlight += 1
    void settle(together, ask).finally(() => {
      inFlight -= 1
      soon()
    })
    soon()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      soon()
    })
}

async function settle<Item, Answer>(
  together: Waiting<Item, Answer>[],
  ask: (items: Item[]) => Promise<(Answer | Error)[]>,
): Promise<void> {
  try {
    const answers = await ask(together.map(({ item }) => item))
    if (answers.length !== together.length)
      throw new Error('A question was not answered for each of its items.')
    // The lengths are equal, so there is one for each.
    for (const [index, { resolve, reject }] of together.entries()) {
      const answer = answers[index] as Answer | Error
      if (answer instanceof Error) reject(answer)
      else resolve(answer)
    }
  } catch (error) {
    for (const { reject } of together) reject(error)
  }
}
