/**
 * A queue per client, served round robin: one item of each client, then the next of each. A new client waits about one round,
 * however many items others have queued.
 */
export function fairQueue<T extends object>() {
  // In order of service: a client that was served moves to the end.
  const queues = new Map<string, Set<T>>()
  let size = 0

  const remove = (client: string, item: T): boolean => {
    const queue = queues.get(client)
    if (!queue?.delete(item)) return false
    if (queue.size === 0) queues.delete(client)
    size -= 1
    return true
  }

  return {
    size: () => size,

    add(client: string, item: T): void {
      const queue = queues.get(client) ?? new Set()
      queues.set(client, queue.add(item))
      size += 1
    },

    remove,

    next(): T | undefined {
      for (const [client, queue] of queues) {
        for (const item of queue) {
          queues.delete(client)
          queue.delete(item)
          if (queue.size > 0) queues.set(client, queue)
          size -= 1
          return item
        }
      }
      return undefined
    },

    /** True if another client has at least two more items than `client`. With one more, dropping it would only swap the two. */
    canDisplaceFor: (client: string): boolean =>
      (longestQueue(queues)?.[1].size ?? 0) > (queues.get(client)?.size ?? 0) + 1,

    dropNewest(): T | undefined {
      const [client, queue] = longestQueue(queues) ?? []
      const newest = queue && [...queue].at(-1)
      if (client !== undefined && newest !== undefined) remove(client, newest)
      return newest
    },
  }
}

function longestQueue<T>(queues: Map<string, Set<T>>): [string, Set<T>] | undefined {
  let longest: [string, Set<T>] | undefined
  for (const entry of queues) if (entry[1].size > (longest?.[1].size ?? 0)) longest = entry
  return longest
}
