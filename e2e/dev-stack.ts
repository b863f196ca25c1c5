import { type Answer, type Call, rest, restBody } from '@gatehouse/admin/rest'
import { ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { type Network, type NetworkOptions, startNetwork } from './network.ts'
import { assertDocumented } from './surface/documented-answer.ts'

/** An account with a session. */
export type TestAccount = { email: string; password: string; user_id: string; token: string }
/** A channel and the owner of its guild. */
export type GuildChannel = { guild_id: string; channel_id: string; owner: TestAccount }
export type Webhook = {
  id: string
  guild_id: string
  channel_id: string
  name: string
  avatar: string | null
  token: string
  user?: { id: string; username: string }
}
export type Message = {
  id: string
  channel_id: string
  guild_id: string
  webhook_id: string
  author: { id: string; username: string; avatar_url: string | null; bot: boolean }
  content: string
  embeds: {
    title?: string
    url?: string
    description?: string
    color?: number
    author?: { name: string }
    fields?: { name: string; value: string }[]
  }[]
  timestamp: string
  source: { format: string; event: string; action: string | null; sender_delivery_id: string | null } | null
}
/** The body of an error response. */
export type ErrorBody = {
  code: string
  message: string
  errors?: { path: string; code: string; message: string }[]
  [extra: string]: unknown
}

export type DevStack = ReturnType<typeof openDevStack>

/** All services for the tests of one file, and short forms of common requests. */
export function openDevStack(options: NetworkOptions = {}) {
  let network: Network
  let accounts = 0

  before(async () => {
    network = await startNetwork(options)
  })
  after(() => network?.close())

  const request =
    (method: string) =>
    async <Body = ErrorBody>(path: string, call?: Call): Promise<Answer<Body>> => {
      const response = await rest<Body>(network.urls.gateway, method, path, call)
      assertDocumented({ method, path }, response)
      return response
    }
  const requireOk = <Body>(method: string, path: string, call?: Call) =>
    restBody<Body>(network.urls.gateway, method, path, call)

  const stack = {
    network: () => network,
    get: request('GET'),
    post: request('POST'),
    patch: request('PATCH'),
    del: request('DELETE'),

    /** Registers another account with each call. */
    async register(
      name: string,
      fields: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ): Promise<TestAccount> {
      accounts += 1
      const credentials = {
        email: `${name}-${accounts}@gatehouse.test`,
        password: `violet-anchor-${accounts}`,
      }
      const body = { ...credentials, consent: true, date_of_birth: '1990-01-01', ...fields }
      const signedIn = await requireOk<{ token: string; user_id: string }>('POST', '/auth/register', {
        body,
        headers,
      })
      return { ...credentials, ...signedIn }
    },

    /** Creates another session of the same account; returns its token. */
    async signIn({ email, password }: TestAccount, headers: Record<string, string> = {}): Promise<string> {
      const call = { body: { email, password }, headers }
      return (await requireOk<{ token: string }>('POST', '/auth/login', call)).token
    },

    /** Creates a guild of this person with one text channel. */
    async createGuildChannel(owner: TestAccount): Promise<GuildChannel> {
      const { guilds } = network.clients
      const { guild } = await guilds.putGuild({ guild: { id: '', name: 'Home', ownerId: owner.user_id } })
      const guild_id = guild?.id ?? ''
      return { guild_id, channel_id: await stack.createChannel(guild_id), owner }
    },

    async createChannel(guildId: string, name = 'builds'): Promise<string> {
      const channel = { id: '', guildId, name, kind: ChannelKind.TEXT, archived: false }
      const made = await network.clients.guilds.putChannel({ channel })
      return made.channel?.id ?? ''
    },

    async archiveChannel({ guild_id, channel_id }: GuildChannel): Promise<void> {
      const channel = {
        id: channel_id,
        guildId: guild_id,
        name: 'builds',
        kind: ChannelKind.TEXT,
        archived: true,
      }
      await network.clients.guilds.putChannel({ channel })
    },

    async joinGuild({ guild_id }: GuildChannel, person: TestAccount, permissions = 0n): Promise<void> {
      const member = { guildId: guild_id, userId: person.user_id, permissions: String(permissions) }
      await network.clients.guilds.putMember({ member })
    },

    /** Creates a webhook as the owner. */
    createWebhook: ({ channel_id, owner }: GuildChannel, name = 'Code host'): Promise<Webhook> =>
      requireOk('POST', `/channels/${channel_id}/webhooks`, { token: owner.token, body: { name } }),

    /** Lists messages as the owner, newest first. */
    listMessages: ({ channel_id, owner }: GuildChannel, query = ''): Promise<Message[]> =>
      requireOk('GET', `/channels/${channel_id}/messages${query}`, { token: owner.token }),

    /** Posts an event of a code host. */
    postPush: <Body = ErrorBody>(
      { id, token }: Webhook,
      body: unknown,
      event = 'push',
      more: PushOptions = {},
    ) =>
      stack.post<Body>(`/webhooks/${id}/${token}/code-host${more.query ?? ''}`, {
        body,
        headers: { 'x-github-event': event, ...more.headers },
      }),

    /** Posts a chat-compat payload; the response is plain text. */
    postChat: ({ id, token }: Webhook, body: unknown, headers: Record<string, string> = {}) =>
      stack.post<string>(`/webhooks/${id}/${token}/chat-compat`, { body, headers }),
  }
  return stack
}

type PushOptions = { query?: string; headers?: Record<string, string> }

/** `path:CODE` of every invalid field. */
export function fieldErrors({ errors = [] }: ErrorBody): string[] {
  return errors.map(({ path, code }) => `${path}:${code}`)
}

/** Status, code and invalid fields of an error. */
export function codeOf({ status, body }: { status: number; body: unknown }) {
  const error = body as ErrorBody
  return [status, error.code, ...fieldErrors(error)]
}

export function resultOf({ headers }: Answer<unknown>): string | null {
  return headers.get('x-webhook-result')
}
