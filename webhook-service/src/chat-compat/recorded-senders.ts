import { readFileSync } from 'node:fs'
import type { Payload } from '../code-host/payload.ts'
import type { Draft } from '../messages/message.ts'

/** What a sender posts and what it becomes. Some write JSON, some a form with the field `payload`. */
export type RecordedSender = {
  sender: string
  contentType: string
  encoding: 'json' | 'payload'
  payload: Payload
  becomes: Draft
}

const file = new URL('../../test/payloads/chat-compat-senders.json', import.meta.url)

/** Payloads in the shapes of the senders of webhooks.md C2, for tests. */
export const recordedSenders: RecordedSender[] = JSON.parse(readFileSync(file, 'utf8'))

export function bodyOf({ encoding, payload }: Pick<RecordedSender, 'encoding' | 'payload'>): string {
  const json = JSON.stringify(payload)
  return encoding === 'json' ? json : new URLSearchParams({ payload: json }).toString()
}
