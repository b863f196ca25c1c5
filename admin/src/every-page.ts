const pageSize = 1_000

export type Position = { limit: number; after: string }

export async function everyPage<Item>(
  page: (position: Position) => Promise<Item[]>,
  positionOf: (item: Item) => string,
): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const last = items.at(-1)
    const next = await page({ limit: pageSize, after: last === undefined ? '' : positionOf(last) })
    items.push(...next)
    if (next.length < pageSize) return items
  }
}
