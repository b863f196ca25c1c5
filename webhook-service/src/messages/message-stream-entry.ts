import type { Message } from './message.ts'
import type { MessageChange } from './message-document.ts'
import { messageText } from './present-message.ts'

export function messageStreamEntry(message: Message, type: 'created' | MessageChange = 'created'): string[] {
  const { id, channelId, guildId } = message
  const text = messageText(message)
  return ['id', id, 'type', type, 'channel_id', channelId, 'guild_id', guildId, 'message', text]
}
