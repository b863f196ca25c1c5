import { invalidFields } from '../errors/service-error.ts'

export type PageRequest = { pageSize: number; pageToken: string }
export type PageSizes = { default: number; max: number }

/** As in AIP-158: size 0 is the default, a larger size than the maximum is reduced to it. */
export function pageSizeOf({ pageSize }: Pick<PageRequest, 'pageSize'>, sizes: PageSizes): number {
  if (pageSize < 0) throw invalidFields({ page_size: ['NUMBER_OUT_OF_RANGE', { min: 0, max: sizes.max }] })
  return Math.min(pageSize || sizes.default, sizes.max)
}

/**
 * Makes a page of `found`, which was read with one item more than `size`. `tokenOf` returns the key after which the
 * next page starts; the token is empty on the last page.
 */
export function toPage<T>(
  found: readonly T[],
  size: number,
  tokenOf: (last: T) => string,
): { items: T[]; nextPageToken: string } {
  const items = found.slice(0, size)
  const last = items.at(-1)
  return { items, nextPageToken: found.length > size && last !== undefined ? tokenOf(last) : '' }
}
