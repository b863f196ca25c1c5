import { percentEncoded, webUrl } from './web-url.ts'

/**
 * A URL as it stands in a card, of whatever format: nothing in it mentions anybody, since consumers differ in where they look
 * for mentions (contract.md 8 row 7). Undefined for what cannot be linked.
 */
export function cardUrl(value: unknown): string | undefined {
  const url = webUrl(value)
  return url && webUrl(url.replace(/[<>@\uff20\ufe6b]/g, percentEncoded))
}
