import { type Account, SsoLinkedBy, type User } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { ProofMethod, type Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import {
  type Delivery,
  DeliveryAttempt_Outcome,
  DeliveryStatus,
} from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { Format, type Message } from '@gatehouse/proto/gen/webhooks/v1/messages'
import {
  EventFilter_Mode,
  type Webhook,
  type WebhookSettings,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'

export const annsToken = 'gh_AAAAAAAAAAE.ann'
export const handoffCode = 'K7PW-3XNB'
export const receiverSecret = 's'.repeat(43)
export const ticket = 't'.repeat(43)
export const webhookToken = `ghw_${'t'.repeat(43)}`

export const session: Session = {
  idHash: 'annsHash',
  accountId: '1',
  createdAt: new Date('2030-01-01T00:00:00.000Z'),
  lastUsedAt: new Date('2030-01-01T01:02:03.456Z'),
  browser: 'Firefox',
  os: undefined,
  platform: 'desktop',
  addressPrefix: '192.0.2.0/24',
  location: { city: 'Graz', region: undefined, country: 'AT' },
  provedAt: new Date('2030-01-01T00:00:00.000Z'),
  proofMethods: [ProofMethod.PASSWORD],
  expiresAt: new Date('2030-01-31T01:02:03.456Z'),
}

export const auditRecords: Event[] = [
  {
    id: '12',
    at: new Date('2030-01-01T00:00:01.000Z'),
    type: 'account.sign_in',
    outcome: 'ok',
    accountId: '1',
    sessionIdHash: 'annsHash',
    address: '192.0.2.7',
    requestId: 'request',
    clientInfo: { browser: 'Firefox', location: undefined },
    detail: { method: 'password' },
  },
  {
    id: '11',
    at: new Date('2030-01-01T00:00:00.000Z'),
    type: 'account.status',
    outcome: 'failed',
    accountId: '1',
    requestId: '',
    clientInfo: undefined,
    detail: {},
  },
]

export const message: Message = {
  id: '9',
  channelId: '200',
  guildId: '100',
  webhookId: '300',
  author: { username: 'Builds' },
  content: 'hi',
  embeds: [
    {
      title: 'Issue opened',
      color: 0,
      timestamp: new Date('2030-01-01T00:00:00.000Z'),
      author: { name: 'ann' },
      fields: [],
      imageUrl: 'https://host.test/a.png',
      footer: { text: 'foot', iconUrl: 'https://host.test/b.png' },
    },
  ],
  timestamp: new Date('2030-01-01T00:00:00.000Z'),
  editedTimestamp: undefined,
  source: { format: Format.CODE_HOST, event: 'issues' },
}

/** `message` over HTTP. */
export const shownMessage = {
  id: '9',
  channel_id: '200',
  guild_id: '100',
  webhook_id: '300',
  author: {
    id: '300',
    username: 'Builds',
    avatar: null,
    avatar_url: null,
    bot: true,
    discriminator: '0000',
  },
  content: 'hi',
  embeds: [
    {
      title: 'Issue opened',
      color: 0,
      timestamp: '2030-01-01T00:00:00.000Z',
      author: { name: 'ann' },
      image: { url: 'https://host.test/a.png' },
      footer: { text: 'foot', icon_url: 'https://host.test/b.png' },
    },
  ],
  timestamp: '2030-01-01T00:00:00.000Z',
  edited_timestamp: null,
  mention_everyone: false,
  mentions: [],
  mention_roles: [],
  source: { format: 'code-host', event: 'issues', action: null, sender_delivery_id: null },
  type: 0,
  flags: 0,
  pinned: false,
  tts: false,
  attachments: [],
}

export const webhook: Webhook = {
  id: '300',
  guildId: '100',
  channelId: '200',
  name: 'Builds',
  avatar: undefined,
  token: webhookToken,
  creatorId: '1',
}

export const settings: WebhookSettings = {
  signingSecretSet: false,
  signingSecretPreviousUntil: undefined,
  signatureTolerance: undefined,
  expiresAt: undefined,
  eventFilter: { mode: EventFilter_Mode.ALL, rules: [] },
  deduplicate: true,
  allowedFormats: [],
}

export function users(ids: readonly string[]): User[] {
  return ids.map((id) => ({
    id,
    username: `user${id}`,
    discriminator: '0042',
    globalName: undefined,
    avatar: undefined,
    avatarColor: undefined,
    flags: 0,
  }))
}

export const delivery: Delivery = {
  id: '50',
  webhookId: webhook.id,
  receivedAt: new Date('2030-01-01T00:00:00.000Z'),
  source: { format: Format.CODE_HOST, event: 'push', action: undefined, senderDeliveryId: undefined },
  result: 'rendered',
  detail: undefined,
  status: DeliveryStatus.PUBLISHED,
  messageId: '50',
  replayOf: undefined,
  attempts: [{ at: new Date('2030-01-01T00:00:00.010Z'), outcome: DeliveryAttempt_Outcome.PUBLISHED }],
}

const [ann] = users(['1'])

export const account: Account = {
  user: ann,
  email: 'ann@gatehouse.test',
  phone: undefined,
  verified: true,
  mfaEnabled: false,
  authenticatorTypes: [],
  hasPassword: true,
  ssoLinkedBy: SsoLinkedBy.UNSPECIFIED,
  requiresPasskey: false,
  passwordLastChangedAt: new Date('2030-01-01T00:00:00.000Z'),
  locale: undefined,
  createdAt: new Date('2030-01-01T00:00:00.000Z'),
}

/** The client of a request by `fetch`, as services receive it. */
export const fetchClient = {
  address: '127.0.0.1',
  userAgent: 'node',
  location: undefined,
  acceptLanguage: '*',
  auditReason: undefined,
}
