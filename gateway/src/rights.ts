/** What a caller must have. The tests walk every operation with a wrong one of each kind. */
export const proofs = {
  nothing: 'nothing',
  session: 'a session',
  recent: 'a session with a [recent proof of identity](step-up.md)',
  administrator: 'a session of an administrator',
  recentAdministrator: 'a session of an administrator with a recent proof of identity',
  guild: 'a session of a member with the permission in the channel',
  webhook: 'the token of the webhook',
  password: 'the password of the account',
  passkey: 'a passkey of the account',
  ticket: 'the ticket of a sign-in',
  factor: 'the ticket of a sign-in, and a code or passkey of the account',
  waiting: 'the ticket of a sign-in that waits for its owner',
  mail: 'the token of a mail to the account, or its code with what the code is bound to',
  provider: 'an answer of the identity provider, in the browser that asked for it',
  receiver: 'the code of the handoff and the secret of the device that asked for it',
  giver: 'the code of the handoff and a session, which is sent in the body',
} as const

type Right = {
  proof: keyof typeof proofs
  /** Whose data the response has. */
  reveals: string
  /** What ends with a success: sessions, credentials, single-use values. */
  ends: string
  /** Whether it answers SSO_REQUIRED while single sign-on is enforced. */
  closedBySso: boolean
}

const open = { closedBySso: false }
const closed = { closedBySso: true }
const own = 'data of the account'
const none = 'nothing'
/** A sign-in that is complete ends it. */
const closure = 'a closure by its owner'
const posts = { proof: 'webhook', reveals: 'the message', ends: none, ...open } as const
const manages = { proof: 'guild', reveals: 'the webhook with its token', ends: none, ...open } as const
const signsIn = { reveals: 'a token of a new session', ...closed } as const
const changesEmail = { proof: 'session', reveals: none, ends: none, ...open } as const

/** Who may call each operation, what it reveals and what it ends. */
export const rights = {
  getCurrentSession: { proof: 'session', reveals: 'the session', ends: none, ...open },
  sendCodeHostEvent: { ...posts, reveals: none },
  sendErrorTrackerEvent: { ...posts, reveals: none },
  sendChatMessage: { ...posts, reveals: none },
  sendGithubEvent: { ...posts, reveals: none },
  sendSlackMessage: { ...posts, reveals: none },

  register: { proof: 'nothing', ends: 'one use of the invite', ...signsIn },
  login: { proof: 'password', ends: closure, ...signsIn },
  completeLoginWithTotp: { proof: 'factor', ends: `the ticket, the code, ${closure}`, ...signsIn },
  sendLoginSms: { proof: 'ticket', reveals: 'the end of the phone number', ends: none, ...closed },
  completeLoginWithSms: { proof: 'factor', ends: `the ticket, the code, ${closure}`, ...signsIn },
  getLoginPasskeyOptions: { proof: 'ticket', reveals: 'ids of passkeys', ends: none, ...closed },
  completeLoginWithPasskey: { proof: 'factor', ends: `the ticket, the challenge, ${closure}`, ...signsIn },
  getPasskeySignInOptions: { proof: 'nothing', reveals: 'a challenge', ends: none, ...closed },
  signInWithPasskey: { proof: 'passkey', ends: `the challenge, ${closure}`, ...signsIn },
  logout: { proof: 'nothing', reveals: none, ends: 'the session whose token is sent', ...open },
  suggestUsernames: { proof: 'nothing', reveals: 'free usernames', ends: none, ...closed },
  forgotPassword: { proof: 'nothing', reveals: none, ends: 'earlier tokens of a reset', ...closed },
  getPasswordReset: { proof: 'mail', reveals: 'address and username', ends: none, ...closed },
  resetPassword: {
    proof: 'mail',
    ends: `the token and its code, the password, all sessions and known devices, ${closure}; if the address was never proved, every other credential`,
    ...signsIn,
  },
  revertEmail: {
    proof: 'mail',
    ends: `the token, the password, all sessions, known devices, what was set up since the change, ${closure}`,
    ...signsIn,
  },
  getEmailRevert: { proof: 'mail', reveals: 'address and username', ends: none, ...closed },
  authorizeIp: { proof: 'mail', reveals: none, ends: 'the token and its code', ...closed },
  getIpAuthorization: {
    proof: 'mail',
    reveals: 'address and username, device and place of the sign-in',
    ends: none,
    ...closed,
  },
  pollIpAuthorization: {
    proof: 'waiting',
    ends: `the wait, in the browser that began it, ${closure}`,
    ...signsIn,
  },
  resendIpAuthorization: { proof: 'waiting', reveals: none, ends: 'earlier tokens of it', ...closed },
  verifyEmail: { proof: 'mail', reveals: none, ends: 'the token and its code', ...closed },
  getVerification: { proof: 'mail', reveals: 'address and username', ends: none, ...closed },
  resendVerification: { proof: 'session', reveals: none, ends: 'earlier tokens of it', ...closed },

  getSsoStatus: { proof: 'nothing', reveals: 'the name of the provider', ends: none, ...open },
  startSso: { proof: 'nothing', reveals: none, ends: none, ...open },
  completeSso: {
    ...signsIn,
    proof: 'provider',
    ends: `the state, ${closure}; at a first link, the sessions and other credentials of the account`,
    ...open,
  },
  connectSso: { proof: 'recent', reveals: none, ends: none, ...open },
  completeSsoConnection: { proof: 'session', reveals: none, ends: 'the state', ...open },
  disconnectSso: { proof: 'recent', reveals: none, ends: 'sign-ins with the provider', ...closed },
  logoutFromProvider: {
    proof: 'provider',
    reveals: none,
    ends: 'the logout token, and the sessions that it names',
    ...open,
  },
  getSsoConfig: { proof: 'administrator', reveals: 'the settings without the secret', ends: none, ...open },
  updateSsoConfig: {
    proof: 'recentAdministrator',
    reveals: 'the settings without the secret',
    ends: 'sign-ins at the provider that are not complete',
    ...open,
  },
  testSsoConfig: { proof: 'administrator', reveals: 'what was found', ends: none, ...open },
  startSsoTest: { proof: 'administrator', reveals: none, ends: none, ...open },
  completeSsoTest: { proof: 'administrator', reveals: 'what was found', ends: 'the state', ...open },

  listSessions: { proof: 'session', reveals: 'devices of the account', ends: none, ...open },
  endSessions: { proof: 'recent', reveals: none, ends: 'the sessions', ...open },
  getMe: { proof: 'session', reveals: own, ends: none, ...open },
  listAuditRecords: { proof: 'session', reveals: own, ends: none, ...open },
  updateMe: {
    proof: 'recent',
    reveals: own,
    ends: 'with a new password or address: all other sessions and known devices',
    ...open,
  },
  startEmailChange: { ...changesEmail, reveals: 'the address', ends: 'an earlier change' },
  resendOriginalEmailCode: { ...changesEmail, ends: 'the code before' },
  verifyOriginalEmail: { ...changesEmail, ends: 'the code' },
  requestNewEmail: { ...changesEmail, ends: 'the code before' },
  resendNewEmailCode: { ...changesEmail, ends: 'the code before' },
  verifyNewEmail: { ...changesEmail, ends: 'the code' },
  forgetAuthorizedIps: { proof: 'recent', reveals: none, ends: 'authorized addresses', ...open },
  disableMe: { proof: 'recent', reveals: none, ends: 'all sessions', ...open },
  deleteMe: { proof: 'recent', reveals: none, ends: 'all sessions; after 14 days the account', ...open },

  setUpTotp: { proof: 'recent', reveals: 'the new secret', ends: none, ...open },
  enableTotp: { proof: 'recent', reveals: 'backup codes', ends: 'other sessions if asked', ...open },
  disableTotp: {
    proof: 'session',
    reveals: none,
    ends: 'the app, backup codes and codes by SMS, with a code of the app; other sessions if asked',
    ...open,
  },
  backupCodes: {
    proof: 'recent',
    reveals: 'new codes, or the ends of unused ones',
    ends: 'all codes if new ones are asked for',
    ...open,
  },
  enableSms: { proof: 'recent', reveals: none, ends: 'other sessions if asked', ...open },
  disableSms: { proof: 'recent', reveals: none, ends: 'codes by SMS; other sessions if asked', ...open },
  sendPhoneVerification: { proof: 'session', reveals: none, ends: 'the code before', ...open },
  verifyPhone: { proof: 'session', reveals: 'a token for the number', ends: 'the code', ...open },
  setPhone: { proof: 'recent', reveals: none, ends: 'the token; other sessions if asked', ...open },
  removePhone: { proof: 'recent', reveals: none, ends: 'the number; other sessions if asked', ...open },
  getSudoMfaMethods: { proof: 'session', reveals: own, ends: none, ...open },
  sendSudoSms: { proof: 'session', reveals: none, ends: 'the code before', ...open },
  sendSudoEmail: { proof: 'session', reveals: none, ends: 'an earlier code', ...open },
  updateMfa: { proof: 'recent', reveals: own, ends: 'other sessions if asked', ...open },
  getPasskeyStepUpOptions: { proof: 'session', reveals: 'ids of passkeys', ends: none, ...open },
  listPasskeys: { proof: 'session', reveals: own, ends: none, ...open },
  getPasskeySignals: { proof: 'session', reveals: own, ends: none, ...open },
  getPasskeyRegistrationOptions: { proof: 'recent', reveals: 'ids of passkeys', ends: none, ...open },
  addPasskey: { proof: 'recent', reveals: own, ends: 'the challenge; other sessions if asked', ...open },
  renamePasskey: { proof: 'recent', reveals: own, ends: none, ...open },
  removePasskey: { proof: 'recent', reveals: own, ends: 'the passkey; other sessions if asked', ...open },

  initiateHandoff: { proof: 'nothing', reveals: 'a code', ends: none, ...open },
  getHandoffStatus: {
    proof: 'receiver',
    reveals: 'the token of the new session',
    ends: 'its delivery',
    ...open,
  },
  completeHandoff: { proof: 'giver', reveals: none, ends: 'the code', ...closed },
  getHandoff: { proof: 'session', reveals: 'the device that waits', ends: none, ...open },
  cancelHandoff: { proof: 'receiver', reveals: none, ends: 'the code', ...open },

  createWebhook: manages,
  listChannelWebhooks: { ...manages, reveals: 'webhooks of the channel with their tokens' },
  listGuildWebhooks: {
    ...manages,
    reveals: 'webhooks of the channels with the permission, and their tokens',
  },
  getWebhook: manages,
  updateWebhook: manages,
  deleteWebhook: { ...manages, reveals: none, ends: 'the webhook and its token' },
  rotateWebhookToken: { ...manages, ends: 'the former token' },
  getWebhookSettings: { ...manages, reveals: 'the settings without secrets' },
  updateWebhookSettings: { ...manages, reveals: 'the settings without secrets' },
  listDeliveries: { ...manages, reveals: 'what senders posted' },
  getDelivery: { ...manages, reveals: 'what a sender posted' },
  replayDelivery: { ...manages, reveals: 'the result' },
  sendMessage: posts,
  getWebhookByToken: { ...posts, reveals: 'the webhook' },
  updateWebhookByToken: { ...posts, reveals: 'the webhook' },
  deleteWebhookByToken: { ...posts, reveals: none, ends: 'the webhook and its token' },

  listMessages: { ...manages, reveals: 'messages of the channel' },
  getMessage: posts,
  editMessage: posts,
  deleteMessage: { ...posts, reveals: none, ends: 'the message' },
} as const satisfies Record<string, Right>
