/** The log of a webhook is trimmed after this many deliveries, or bytes of bodies. */
const trimEvery = { deliveries: 100, bytes: 2 * 1024 * 1024 }
const maxWebhooks = 10_000

export type TrimSchedule = ReturnType<typeof trimSchedule>

/** Counts the deliveries of each webhook in this process, to find those whose log may be too long. */
export function trimSchedule() {
  const counts = new Map<string, { deliveries: number; bytes: number }>()
  const due = new Set<string>()

  return {
    count(webhookId: string, bytes: number): void {
      const before = counts.get(webhookId) ?? { deliveries: 0, bytes: 0 }
      const count = { deliveries: before.deliveries + 1, bytes: before.bytes + bytes }
      counts.delete(webhookId)
      if (count.deliveries >= trimEvery.deliveries || count.bytes >= trimEvery.bytes) due.add(webhookId)
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
