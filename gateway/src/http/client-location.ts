import type { Location } from '@gatehouse/proto/gen/common/v1/client'
import { cleanLine } from '@gatehouse/service-kit/fields/label'
import { z } from 'zod'

const maxLength = 1024
const place = z
  .string()
  .overwrite(cleanLine)
  .pipe(z.string().min(1).max(100))
  .nullish()
  .transform((value) => value ?? undefined)
const location = z.object({ city: place, region: place, country: place })

/** Parses `X-Client-Location`, which is for display only. An invalid value is ignored. */
export function readClientLocation(header: string | string[] | undefined): Location | undefined {
  if (typeof header !== 'string' || header.length > maxLength) return undefined
  try {
    // Node decodes headers as Latin-1; clients send UTF-8.
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
    const result = location.safeParse(JSON.parse(json))
    return result.success && Object.values(result.data).some(Boolean) ? result.data : undefined
  } catch {
    return undefined
  }
}
