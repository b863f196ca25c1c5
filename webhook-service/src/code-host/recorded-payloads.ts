import { createRequire } from 'node:module'
import { type Payload, recordAt } from './payload.ts'

type Examples = { name: string; examples: Payload[] }[]

// Required, not imported: the compiler would type four megabytes of JSON.
const examples: Examples = createRequire(import.meta.url)('@octokit/webhooks-examples')

/** Real payloads of every event, for tests. */
export const recordedPayloads = examples.flatMap(({ name, examples: payloads }) =>
  payloads.map((payload) => ({ event: name, payload })),
)

/** A copy of the first recorded payload of an event that fits, with some of its parts changed. */
export function recorded(
  event: string,
  fits: (payload: Payload) => boolean,
  changes: Record<string, unknown> = {},
): Payload {
  const found = recordedPayloads.find((example) => example.event === event && fits(example.payload))
  if (!found) throw new Error(`no recorded ${event} like that`)
  const copy = structuredClone(found.payload)
  for (const [path, value] of Object.entries(changes)) set(copy, path, value)
  return copy
}

function set(payload: Payload, path: string, value: unknown): void {
  const parent = path.includes('.') ? recordAt(payload, path.slice(0, path.lastIndexOf('.'))) : payload
  const key = path.slice(path.lastIndexOf('.') + 1)
  if (parent && value === undefined) delete parent[key]
  else if (parent) parent[key] = value
}
