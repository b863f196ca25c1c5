import type { DeleteOverwriteRequest, DeleteOverwriteResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import type { DirectoryStores } from '../local-directory.ts'
import { parseOverwriteId } from './overwrite-id.ts'

export async function deleteOverwrite(
  directory: Pick<DirectoryStores, 'overwrites'>,
  request: DeleteOverwriteRequest,
): Promise<DeleteOverwriteResponse> {
  const { channelId, userId } = parseOverwriteId(request.id)
  return { deleted: await directory.overwrites.remove(channelId, userId) }
}
