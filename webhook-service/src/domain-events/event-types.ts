import type { EventType } from '@gatehouse/service-kit/events/event-type'

const place = {
  webhook_id: 'The webhook.',
  channel_id: 'The channel it posts into.',
  guild_id: 'The guild of the channel.',
}
const reason = 'The X-Audit-Log-Reason header of the request, if there was one.'
const manager = '`manager`: a member with the permission, whose account it names'
const anyone = `${manager}; \`token\`: a request with the token, without an account`

export const eventTypes = {
  'webhook.created': { meaning: 'A webhook was created.', detail: { ...place, by: `${manager}.`, reason } },
  'webhook.updated': {
    meaning: 'A webhook was renamed, moved to another channel of its guild, or its avatar changed.',
    detail: {
      ...place,
      by: `${anyone}.`,
      reason,
      fields: 'What changed, separated by spaces: `name`, `avatar`, `channel_id`.',
      from_channel_id: 'The previous channel of a webhook that was moved.',
    },
  },
  'webhook.token_rotated': {
    meaning: 'The token of a webhook was replaced.',
    detail: {
      ...place,
      by: `${manager}.`,
      reason,
      previous_until: 'When the previous token expires; absent if it expired at once.',
    },
  },
  'webhook.deleted': {
    meaning: 'A webhook was deleted.',
    detail: { ...place, by: `${anyone}; \`directory\`: its channel or guild was deleted.`, reason },
  },
  'webhook.settings_changed': {
    meaning: 'The settings of a webhook changed. Secrets are not included.',
    detail: {
      ...place,
      by: `${manager}.`,
      reason,
      fields:
        'What changed, separated by spaces: `signing_secret`, `signature_tolerance_seconds`, `event_filter`, `deduplicate`, `allowed_formats`, `expires_at`, `disabled` if it was enabled again.',
    },
  },
  'webhook.expiring': {
    meaning: 'A webhook expires within 3 days. Emitted once, and once more for each new expiry date.',
    detail: { ...place, by: '`service`.', expires_at: 'When the webhook expires, ISO 8601 UTC.' },
  },
  'webhook.disabled': {
    meaning: 'A webhook was disabled after too many consecutive rejected executions.',
    detail: { ...place, by: '`service`.', reason: 'The reason, as shown to managers.' },
  },
} as const satisfies Record<string, EventType>

export type EventTypeName = keyof typeof eventTypes
