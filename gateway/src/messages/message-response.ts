import type { Message } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { messageJson } from '@gatehouse/service-kit/messages/message-json'

/** Libraries for Discord read these parts of every message, which are the same in all of ours. */
const constants = { type: 0, flags: 0, pinned: false, tts: false } as const

export function messageResponse(message: Message) {
  const json = messageJson(message)
  const author = { ...json.author, discriminator: '0000' as const }
  return { ...json, author, attachments: [], ...constants }
}
