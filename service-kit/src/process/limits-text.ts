import { z } from 'zod'

export type LimitValue = { limit: number; windowSeconds: number }

const limitShape = z.strictObject({
  limit: z.int().min(1).max(1_000_000),
  window_seconds: z.int().min(1).max(86_400),
})

/** Reads `{bucket: {"limit", "window_seconds"}}`. Throws an Error whose message completes "NAME ...". */
export function readLimits<B extends string>(
  text: string,
  known: Readonly<Record<B, LimitValue>>,
): Partial<Record<B, LimitValue>> {
  const read: Partial<Record<B, LimitValue>> = {}
  for (const [bucket, value] of Object.entries(readObject(text))) {
    if (!isKnown(bucket, known)) throw new Error(`names the bucket "${shown(bucket)}", which does not exist`)
    const { success, data } = limitShape.safeParse(value)
    if (!success) {
      throw new Error(
        `must give ${bucket} as {"limit": 1 to 1000000, "window_seconds": 1 to 86400}, whole numbers both`,
      )
    }
    read[bucket] = { limit: data.limit, windowSeconds: data.window_seconds }
  }
  return read
}

function readObject(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Reported below without the value.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new Error('must be JSON {"bucket": {"limit": 10, "window_seconds": 60}}')
}

function isKnown<B extends string>(bucket: string, known: Readonly<Record<B, LimitValue>>): bucket is B {
  return Object.hasOwn(known, bucket)
}

function shown(bucket: string): string {
  return bucket.replace(/[^\w:.-]/g, '?').slice(0, 64)
}
