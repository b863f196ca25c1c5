import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ChannelKind, GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { permission } from '@gatehouse/proto/guilds/permissions'
import { hasCode } from '@gatehouse/service-kit/errors/service-error'
import { connect, type RpcClient } from '@gatehouse/service-kit/grpc/connect'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { ExplainedError } from './explained-error.ts'
import { restBody } from './rest.ts'

export type SeedAddresses = { gateway: string; auth: string; guilds: string; tls?: Tls | null }

export type Seed = {
  accounts: SeededAccount[]
  guild_id: string
  channel_id: string
  webhook: { id: string; token: string }
}

/** Only the first account of a stack is its administrator. */
export type SeededAccount = {
  email: string
  password: string
  user_id: string
  token: string
  administrator: boolean
}

type Directory = RpcClient<typeof GuildsService, 'admin'>
type SignedIn = { token: string; user_id: string }
type Accounts = RpcClient<typeof AuthAdminService, 'admin'>
type Webhook = { id: string; name: string; token: string }

const people = {
  ann: { email: 'ann@gatehouse.test', password: 'violet-anchor-17', username: 'ann', global_name: 'Ann' },
  bob: { email: 'bob@gatehouse.test', password: 'copper-lantern-42', username: 'bob', global_name: 'Bob' },
}
// Fixed ids, so that a repeated seed finds the existing records.
const guildId = '1000000000000000001'
const channelId = '1000000000000000002'
const webhookName = 'Code host'
const permissions = String(permission.MANAGE_WEBHOOKS | permission.VIEW_CHANNEL)

/**
 * Creates two accounts, a guild of the first with a channel, the second as a member who may manage webhooks, and a
 * webhook; keeps existing records, so it can be repeated. Rejects a gateway that other machines can reach, since the
 * passwords are public.
 */
export async function seed({ gateway, auth, guilds, tls = null }: SeedAddresses): Promise<Seed> {
  assertLocal(gateway)
  using opened = new DisposableStack()
  const accounts = opened.adopt(connect(AuthAdminService, auth, { tls, as: 'admin' }), (client) =>
    client.close(),
  )
  const directory = opened.adopt(connect(GuildsService, guilds, { tls, as: 'admin' }), (client) =>
    client.close(),
  )

  const enter = async (person: Person) => {
    const isKnown = await exists('UNKNOWN_USER', accounts.findAccount({ email: person.email }))
    const signedIn = isKnown ? await signIn(gateway, person) : await register(gateway, person)
    return account(person, signedIn, await isAdministrator(accounts, signedIn.user_id))
  }
  const ann = await enter(people.ann)
  const bob = await enter(people.bob)
  await putGuild(directory, ann.user_id)
  await putChannel(directory)
  await putMember(directory, bob.user_id)
  const { id, token } = await putWebhook(gateway, ann.token)
  return { accounts: [ann, bob], guild_id: guildId, channel_id: channelId, webhook: { id, token } }
}

type Person = (typeof people)['ann']

function signIn(gateway: string, { email, password }: Person): Promise<SignedIn> {
  return restBody<SignedIn>(gateway, 'POST', '/auth/login', { body: { email, password } })
}

function register(gateway: string, person: Person): Promise<SignedIn> {
  const body = { ...person, consent: true, date_of_birth: '1990-01-01' }
  return restBody<SignedIn>(gateway, 'POST', '/auth/register', { body })
}

async function isAdministrator(accounts: Accounts, id: string): Promise<boolean> {
  return (await accounts.getAccount({ id })).account?.administrator ?? false
}

function account(
  { email, password }: Person,
  { user_id, token }: SignedIn,
  administrator: boolean,
): SeededAccount {
  return { email, password, user_id, token, administrator }
}

async function putGuild(directory: Directory, ownerId: string): Promise<void> {
  const guild = (await present('UNKNOWN_GUILD', directory.getGuild({ id: guildId })))?.guild
  // A deleted account gets another id when it is created again, so its guild needs a new owner.
  if (guild?.ownerId === ownerId) return
  await directory.putGuild({ guild: { id: guildId, name: guild?.name ?? "Ann's guild", ownerId } })
}

async function putChannel(directory: Directory): Promise<void> {
  if (await exists('UNKNOWN_CHANNEL', directory.getChannel({ id: channelId }))) return
  const channel = { id: channelId, guildId, name: 'builds', kind: ChannelKind.TEXT, archived: false }
  await directory.putChannel({ channel })
}

async function putMember(directory: Directory, userId: string): Promise<void> {
  if (await exists('UNKNOWN_MEMBER', directory.getMember({ guildId, userId }))) return
  await directory.putMember({ member: { guildId, userId, permissions } })
}

async function putWebhook(gateway: string, token: string): Promise<Webhook> {
  const path = `/channels/${channelId}/webhooks`
  const webhooks = await restBody<Webhook[]>(gateway, 'GET', path, { token })
  const found = webhooks.find(({ name }) => name === webhookName)
  return found ?? restBody<Webhook>(gateway, 'POST', path, { token, body: { name: webhookName } })
}

type Unknown = 'UNKNOWN_USER' | 'UNKNOWN_GUILD' | 'UNKNOWN_CHANNEL' | 'UNKNOWN_MEMBER'

/** The response, or undefined if the service fails with this code. */
async function present<Found>(unknown: Unknown, asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked
  } catch (error) {
    if (hasCode(error, unknown)) return undefined
    throw error
  }
}

async function exists(unknown: Unknown, asked: Promise<unknown>): Promise<boolean> {
  return (await present(unknown, asked)) !== undefined
}

function assertLocal(gateway: string): void {
  const { hostname } = new URL(gateway)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return
  throw new ExplainedError(
    `The passwords of the seed are public, so it only works with a stack on this machine, not on ${hostname}.`,
  )
}
