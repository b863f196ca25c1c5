import { createRequire } from 'node:module'
import { type Payload, recordAt } from './payload.ts'

type Examples = { name: string; examples: Payload[] }[]

// Required, not imported: the compiler would type four megabytes of JSON.
const require = createRequire(import.meta.url)
const examples: Examples = require('@octokit/webhooks-examples')

/** A payload and the event its header named. */
export type Recorded = { event: string; payload: Payload }

/** Real payloads of every event, for tests. */
export const recordedPayloads = recordedIn(examples)

/** Real payloads of servers people run themselves, of five versions. */
export const serverPayloads = [31, 32, 33, 34, 35].flatMap((version) =>
  recordedIn(require(`@octokit/webhooks-examples/ghes-${version}/index.json`)),
)

function recordedIn(set: Examples): Recorded[] {
  return set.flatMap(({ name, examples: payloads }) => payloads.map((payload) => ({ event: name, payload })))
}

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

/** A push of 2,048 commits as JSON of exactly that many bytes. */
export function largePush(bytes: number): Buffer {
  const push = recorded('push', ({ commits }) => Array.isArray(commits) && commits.length > 0)
  const [commit] = push.commits as Payload[]
  const count = 2048
  push.commits = Array.from({ length: count }, (_, index) => ({ ...commit, message: `Change ${index}` }))
  const bare = JSON.stringify(push)
  const more = Math.max(0, Math.floor((bytes - bare.length) / count) - 64)
  for (const each of push.commits as Payload[]) each.message = `${each.message}\n${'x'.repeat(more)}`
  return Buffer.from(JSON.stringify(push).padEnd(bytes, ' '))
}
