/** Ranges have some 40 KiB; beyond this it is no range service that answers. */
const maxBytes = 1024 * 1024

const line = /^([0-9A-F]{35}):(\d{1,18})$/i

/**
 * The suffixes of one range of a breached-password service. Padding, which are lines of count 0, is left out. Fails when
 * there is no whole answer of that form within the time. Errors name neither the URL nor what was answered.
 */
export async function fetchRange(url: string, timeoutMs: number): Promise<BigUint64Array> {
  const response = await fetch(url, {
    headers: { 'add-padding': 'true', 'user-agent': 'gatehouse' },
    // The answer is about a secret: no other host is asked for it.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`The range service answered ${response.status}.`)
  }
  return readRange(await boundedText(response))
}

/** The first 64 bits of a suffix, which are enough to tell it from the thousand others of its range. */
export function rangeEntry(suffix: string): bigint {
  return BigInt(`0x${suffix.slice(0, 16)}`)
}

function readRange(text: string): BigUint64Array {
  const entries = text
    .split(/\r?\n/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, suffix, count] = line.exec(entry) ?? []
      if (suffix === undefined) throw new Error('The range service answered something else than a range.')
      return { suffix, count: Number(count) }
    })
  return BigUint64Array.from(entries.filter(({ count }) => count > 0).map(({ suffix }) => rangeEntry(suffix)))
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error('The range service answered more than a range.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('latin1')
}
