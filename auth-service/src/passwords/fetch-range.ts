import { boundedBody } from '@gatehouse/service-kit/net/fetch-bounded'

/** A range has about 40 KiB. */
const maxBytes = 1024 * 1024

const line = /^([0-9A-F]{35}):(\d{1,18})$/i

/**
 * Fetches the suffixes of one range of a breached-password service, without padding (lines of count 0).
 * Errors contain neither the URL nor the response.
 */
export async function fetchRange(url: string, timeoutMs: number): Promise<BigUint64Array> {
  const response = await fetch(url, {
    headers: { 'add-padding': 'true', 'user-agent': 'gatehouse' },
    // The prefix is derived from a secret: do not send it to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`The range service returned status ${response.status}.`)
  }
  return readRange((await boundedBody(response, maxBytes)).toString('latin1'))
}

/** The first 64 bits of a suffix: unique among the thousand suffixes of a range. */
export function rangeEntry(suffix: string): bigint {
  return BigInt(`0x${suffix.slice(0, 16)}`)
}

function readRange(text: string): BigUint64Array {
  const entries = text
    .split(/\r?\n/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, suffix, count] = line.exec(entry) ?? []
      if (suffix === undefined) throw new Error('The range service returned an invalid range.')
      return { suffix, count: Number(count) }
    })
  return BigUint64Array.from(entries.filter(({ count }) => count > 0).map(({ suffix }) => rangeEntry(suffix)))
}
