/** The log of a webhook is trimmed after this many deliveries. */
const trimEvery = 100
const maxWebhooks = 10_000

export type TrimSchedule = ReturnType<typeof trimSchedule>

/** Counts the deliveries of each webhook in this process, to find those whose log may be too long. */
export function trimSchedule() {
  const counts = new Map<string, number>()
  const due = new Set<string>()

  return {
    count(webhookId: string): void {
      const count = (counts.get(webhookId) ?? 0) + 1
      counts.delete(webhookId)
      if (count >= trimEvery) due.add(webhookId)
      else counts.set(webhookId, count)
      const [leastRecent] = counts.keys()
      if (counts.size > maxWebhooks && leastRecent !== undefined) counts.delete(leastRecent)
    },

    /** Returns and removes the webhooks that are due. */
    takeDue(): string[] {
      const taken = [...due]
      due.clear()
      return taken
    },
  }
}
