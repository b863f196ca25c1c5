import type { Location } from '@gatehouse/proto/gen/common/v1/client'
import { z } from 'zod'
import { normaliseText } from './text.ts'

const maxLength = 1024
const place = z
  .string()
  .overwrite(normaliseText)
  .pipe(z.string().min(1).max(100))
  .nullish()
  .transform((value) => value ?? undefined)
const location = z.object({ city: place, region: place, country: place })

/**
 * Reads `X-Client-Location`, where a client may say where it is, for display only. Anything odd is ignored
 * (contract.md 7 row 39).
 */
export function readClientLocation(header: string | string[] | undefined): Location | undefined {
  if (typeof header !== 'string' || header.length > maxLength) return undefined
  try {
    // Node reads headers as Latin-1; names of places come as UTF-8.
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
    const result = location.safeParse(JSON.parse(json))
    return result.success && Object.values(result.data).some(Boolean) ? result.data : undefined
  } catch {
    return undefined
  }
}
