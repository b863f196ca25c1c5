import type {
  GetChannelRequest,
  GuildsService,
  MemberPermissionsRequest,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import type { Handlers } from '@gatehouse/service-kit/grpc/server-call'
import { deleteChannel } from './channel/delete-channel.ts'
import { putChannel } from './channel/put-channel.ts'
import { getChannel, listChannels } from './channel/read-channels.ts'
import { deleteGuild } from './guild/delete-guild.ts'
import { putGuild } from './guild/put-guild.ts'
import { getGuild, listGuilds } from './guild/read-guilds.ts'
import type { GuildDirectory } from './guild-directory.ts'
import { deleteInvite } from './invite/delete-invite.ts'
import { putInvite } from './invite/put-invite.ts'
import { getInvite, listInvites } from './invite/read-invites.ts'
import { redeemInvite } from './invite/redeem-invite.ts'
import { deleteMember } from './member/delete-member.ts'
import { memberPermissions } from './member/member-permissions.ts'
import { putMember } from './member/put-member.ts'
import { getMember, listMembers } from './member/read-members.ts'
import { deleteOverwrite } from './overwrite/delete-overwrite.ts'
import { putOverwrite } from './overwrite/put-overwrite.ts'
import { getOverwrite, listOverwrites } from './overwrite/read-overwrites.ts'

export function guildsServer(directory: GuildDirectory): Handlers<typeof GuildsService> {
  const rpc =
    <Req, Res>(run: (directory: GuildDirectory, request: Req) => Promise<Res>) =>
    (request: Req) =>
      run(directory, request)

  return {
    getGuild: rpc(getGuild),
    listGuilds: rpc(listGuilds),
    putGuild: rpc(putGuild),
    deleteGuild: rpc(deleteGuild),

    getChannel: rpc(getChannel),
    listChannels: rpc(listChannels),
    putChannel: rpc(putChannel),
    deleteChannel: rpc(deleteChannel),

    getMember: rpc(getMember),
    listMembers: rpc(listMembers),
    putMember: rpc(putMember),
    deleteMember: rpc(deleteMember),

    getOverwrite: rpc(getOverwrite),
    listOverwrites: rpc(listOverwrites),
    putOverwrite: rpc(putOverwrite),
    deleteOverwrite: rpc(deleteOverwrite),

    getInvite: rpc(getInvite),
    listInvites: rpc(listInvites),
    putInvite: rpc(putInvite),
    deleteInvite: rpc(deleteInvite),

    memberPermissions: rpc(memberPermissions),
    redeemInvite: rpc(redeemInvite),
  }
}

/** The rpcs that webhook-service calls, for a directory in the same process: the same functions without the network. */
export function localClient(directory: GuildDirectory) {
  return {
    getChannel: (request: GetChannelRequest) => getChannel(directory, request),
    memberPermissions: (request: MemberPermissionsRequest) => memberPermissions(directory, request),
  }
}
