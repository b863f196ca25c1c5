import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { z } from 'zod'
import { cleanEvent } from './clean-event.ts'

export function eventJson(event: Event): string {
  const { id, at, type, outcome, accountId, sessionIdHash, address, requestId, clientInfo, detail } = event
  return JSON.stringify({
    id,
    at: at?.toISOString(),
    type,
    outcome,
    account_id: accountId,
    session_id_hash: sessionIdHash,
    address,
    request_id: requestId,
    client_info: clientInfo,
    detail,
  })
}

const text = z.string().optional()

const schema = z.object({
  id: z.string().regex(/^[\w.:-]{1,64}$/),
  at: z.iso.datetime({ offset: true }),
  type: z.string().min(1),
  outcome: z.enum(['ok', 'failed']),
  account_id: text,
  session_id_hash: text,
  address: text,
  request_id: z.string().default(''),
  client_info: z
    .object({
      browser: text,
      os: text,
      platform: text,
      location: z.object({ city: text, region: text, country: text }).optional(),
    })
    .optional(),
  detail: z.record(z.string(), z.string()).default({}),
})

export function readEventJson(json: string): Event | null {
  const parsed = schema.safeParse(parse(json))
  if (!parsed.success) return null
  const { account_id, session_id_hash, request_id, client_info, at, ...rest } = parsed.data
  return cleanEvent({
    ...rest,
    at: new Date(at),
    accountId: account_id,
    sessionIdHash: session_id_hash,
    requestId: request_id,
    clientInfo: client_info && { ...client_info, location: client_info.location },
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The schema rejects undefined.
    return undefined
  }
}
