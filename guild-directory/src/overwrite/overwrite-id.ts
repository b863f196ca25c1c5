import type { Overwrite as WireOverwrite } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import type { Overwrite } from './overwrite-store.ts'

/** Reads `<channel id>-<user id>`; fails on `id` with INVALID_FORMAT. */
export function parseOverwriteId(id: string): { channelId: string; userId: string } {
  const [channelId = '', userId = '', ...rest] = id.split('-')
  if (!isSnowflake(channelId) || !isSnowflake(userId) || rest.length > 0) {
    throw invalidFields({ id: 'INVALID_FORMAT' })
  }
  return { channelId, userId }
}

export function presentOverwrite({ channelId, userId, allow, deny }: Overwrite): WireOverwrite {
  return { id: `${channelId}-${userId}`, channelId, userId, allow: String(allow), deny: String(deny) }
}
