type Linked = { url?: string | null | undefined; icon_url?: string | null | undefined }

type EmbedUrls = Linked & {
  [Part in 'author' | 'image' | 'thumbnail' | 'footer']?: Linked | null | undefined
}

/** Of the URLs of embeds, and of others of the message. */
export function urlBytes(embeds: readonly EmbedUrls[], ...others: (string | null | undefined)[]): number {
  const urls = embeds.flatMap(({ author, image, thumbnail, footer, url }) => [
    url,
    ...[author, image, thumbnail, footer].flatMap((part) => [part?.url, part?.icon_url]),
  ])
  return [...urls, ...others].reduce((sum: number, each) => sum + Buffer.byteLength(each ?? ''), 0)
}
