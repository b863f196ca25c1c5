/**
 * A queue per source, served round robin: one item of each source, then the next of each. A new source waits about one round,
 * however many items others have queued.
 */
export function fairQueue<T extends object>() {
  // In order of service: a source that was served moves to the end.
  const queues = new Map<string, Set<T>>()
  let size = 0

  const remove = (source: string, item: T): boolean => {
    const queue = queues.get(source)
    if (!queue?.delete(item)) return false
    if (queue.size === 0) queues.delete(source)
    size -= 1
    return true
  }

  return {
    size: () => size,

    add(source: string, item: T): void {
      const queue = queues.get(source) ?? new Set()
      queues.set(source, queue.add(item))
      size += 1
    },

    remove,

    next(): T | undefined {
      for (const [source, queue] of queues) {
        for (const item of queue) {
          queues.delete(source)
          queue.delete(item)
          if (queue.size > 0) queues.set(source, queue)
          size -= 1
          return item
        }
      }
      return undefined
    },

    /** True if another source has at least two more items than `source`. With one more, dropping it would only swap the two. */
    canDisplaceFor: (source: string): boolean =>
      (longestQueue(queues)?.[1].size ?? 0) > (queues.get(source)?.size ?? 0) + 1,

    dropNewest(): T | undefined {
      const [source, queue] = longestQueue(queues) ?? []
      const newest = queue && [...queue].at(-1)
      if (source !== undefined && newest !== undefined) remove(source, newest)
      return newest
    },
  }
}

function longestQueue<T>(queues: Map<string, Set<T>>): [string, Set<T>] | undefined {
  let longest: [string, Set<T>] | undefined
  for (const entry of queues) if (entry[1].size > (longest?.[1].size ?? 0)) longest = entry
  return longest
}
