/** Where a body stands: `page` is its URL, `files` the folder of the files that plain paths name in a release. */
export type BodyPlace = { page?: string | undefined; files?: string | undefined }

/** A link of a body as the code host resolves it; undefined for a relative one without a page. */
export function resolveUrl(url: string, { page, files }: BodyPlace): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return url
  const base = files !== undefined && !/^(?:[/#?]|\.\.)/.test(url) ? files : page
  return base === undefined || url === '' ? undefined : URL.parse(url, base)?.href
}
