import type { DeleteOverwriteRequest, DeleteOverwriteResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import type { GuildDirectory } from '../guild-directory.ts'
import { parseOverwriteId } from './overwrite-id.ts'

export async function deleteOverwrite(
  directory: Pick<GuildDirectory, 'overwrites'>,
  request: DeleteOverwriteRequest,
): Promise<DeleteOverwriteResponse> {
  const { channelId, userId } = parseOverwriteId(request.id)
  return { deleted: await directory.overwrites.remove(channelId, userId) }
}
