/**
 * Work that waits, taken in turn over those who asked for it: one of each, then the next of each. So somebody new waits about
 * one round, however much others have waiting.
 */
export function fairQueue<T extends object>() {
  // Their order is that of the turns: whoever was served goes to the end.
  const lines = new Map<string, Set<T>>()
  let size = 0

  const remove = (who: string, one: T): boolean => {
    const line = lines.get(who)
    if (!line?.delete(one)) return false
    if (line.size === 0) lines.delete(who)
    size -= 1
    return true
  }

  return {
    size: () => size,

    add(who: string, one: T): void {
      const line = lines.get(who) ?? new Set()
      lines.set(who, line.add(one))
      size += 1
    },

    /** False when it waits no longer. */
    remove,

    /** Takes out what is next. */
    next(): T | undefined {
      for (const [who, line] of lines) {
        for (const one of line) {
          lines.delete(who)
          line.delete(one)
          if (line.size > 0) lines.set(who, line)
          size -= 1
          return one
        }
      }
      return undefined
    },

    /** Whether somebody has more waiting than `who` will have with one more; otherwise giving way would only turn the tables. */
    isOutweighed: (who: string): boolean =>
      (maxLength(lines)?.[1].size ?? 0) > (lines.get(who)?.size ?? 0) + 1,

    /** Takes out the newest of whoever has most waiting. */
    shedNewest(): T | undefined {
      const [who, line] = maxLength(lines) ?? []
      const newest = line && [...line].at(-1)
      if (who !== undefined && newest !== undefined) remove(who, newest)
      return newest
    },
  }
}

function maxLength<T>(lines: Map<string, Set<T>>): [string, Set<T>] | undefined {
  let found: [string, Set<T>] | undefined
  for (const entry of lines) if (entry[1].size > (found?.[1].size ?? 0)) found = entry
  return found
}
