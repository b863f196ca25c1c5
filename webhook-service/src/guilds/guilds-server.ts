import type { GuildsServer } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { handle } from '@gatehouse/service-kit/grpc/handle'
import { deleteChannel } from './channel/delete-channel.ts'
import { putChannel } from './channel/put-channel.ts'
import { getChannel, listChannels } from './channel/read-channels.ts'
import { deleteGuild } from './guild/delete-guild.ts'
import { putGuild } from './guild/put-guild.ts'
import { getGuild, listGuilds } from './guild/read-guilds.ts'
import { deleteInvite } from './invite/delete-invite.ts'
import { putInvite } from './invite/put-invite.ts'
import { getInvite, listInvites } from './invite/read-invites.ts'
import { redeemInvite } from './invite/redeem-invite.ts'
import type { DirectoryStores } from './local-directory.ts'
import { deleteMember } from './member/delete-member.ts'
import { putMember } from './member/put-member.ts'
import { getMember, listMembers } from './member/read-members.ts'
import { memberPermissions } from './member-permissions.ts'
import { deleteOverwrite } from './overwrite/delete-overwrite.ts'
import { putOverwrite } from './overwrite/put-overwrite.ts'
import { getOverwrite, listOverwrites } from './overwrite/read-overwrites.ts'

/** The rpc table of the guild directory that is kept here. */
export function guildsServer(directory: DirectoryStores): GuildsServer {
  const verb = <Req, Res>(act: (stores: DirectoryStores, request: Req) => Promise<Res>) =>
    handle((request: Req) => act(directory, request))

  return {
    getGuild: verb(getGuild),
    listGuilds: verb(listGuilds),
    putGuild: verb(putGuild),
    deleteGuild: verb(deleteGuild),

    getChannel: verb(getChannel),
    listChannels: verb(listChannels),
    putChannel: verb(putChannel),
    deleteChannel: verb(deleteChannel),

    getMember: verb(getMember),
    listMembers: verb(listMembers),
    putMember: verb(putMember),
    deleteMember: verb(deleteMember),

    getOverwrite: verb(getOverwrite),
    listOverwrites: verb(listOverwrites),
    putOverwrite: verb(putOverwrite),
    deleteOverwrite: verb(deleteOverwrite),

    getInvite: verb(getInvite),
    listInvites: verb(listInvites),
    putInvite: verb(putInvite),
    deleteInvite: verb(deleteInvite),

    memberPermissions: verb(memberPermissions),
    redeemInvite: verb(redeemInvite),
  } satisfies GuildsServer
}
