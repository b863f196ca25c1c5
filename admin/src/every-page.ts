const pageSize = 1_000

export type PageRequest = { pageSize: number; pageToken: string }
export type Page<Item> = { items: Item[]; nextPageToken: string }

export async function everyPage<Item>(list: (page: PageRequest) => Promise<Page<Item>>): Promise<Item[]> {
  const all: Item[] = []
  let pageToken = ''
  do {
    const { items, nextPageToken } = await list({ pageSize, pageToken })
    all.push(...items)
    pageToken = nextPageToken
  } while (pageToken !== '')
  return all
}
