import type { EventType } from '@gatehouse/service-kit/events/event-type'

const place = {
  webhook_id: 'Which webhook.',
  channel_id: 'The channel it posts into.',
  guild_id: 'The guild of the channel.',
}
const manager = '`manager`: a member with the permission, whose account it names'
const anyone = `${manager}; \`token\`: whoever holds the token, without an account`

/** The domain events of this service. */
export const eventTypes = {
  'webhook.created': { meaning: 'A webhook was made.', detail: { ...place, by: `${manager}.` } },
  'webhook.updated': {
    meaning: 'A webhook was renamed, moved to another channel of its guild, or its avatar changed.',
    detail: {
      ...place,
      by: `${anyone}.`,
      fields: 'What changed, separated by spaces: `name`, `avatar`, `channel_id`.',
      from_channel_id: 'Where a webhook that was moved posted before.',
    },
  },
  'webhook.deleted': {
    meaning: 'A webhook was deleted.',
    detail: { ...place, by: `${anyone}; \`directory\`: its channel or guild was deleted.` },
  },
  'webhook.settings_changed': {
    meaning: 'What a webhook asks of its senders, or shows of their events, changed. No secret is told.',
    detail: {
      ...place,
      by: `${manager}.`,
      fields:
        'What changed, separated by spaces: `signing_secret`, `signature_tolerance_seconds`, `event_filter`, `deduplicate`, `expires_at`, `disabled` when it was switched on again.',
    },
  },
  'webhook.disabled': {
    meaning: 'A webhook was switched off since too many posts in a row were refused.',
    detail: { ...place, by: '`service`.', reason: 'Why, in words for its managers.' },
  },
} as const satisfies Record<string, EventType>

export type EventTypeName = keyof typeof eventTypes
