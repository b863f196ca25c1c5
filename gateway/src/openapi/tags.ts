/** The groups of operations and their descriptions, in alphabetical order. */
export const tags = {
  auth: 'Registration, sign-in and sign-out. The token of a response goes into `Authorization: Bearer <token>`.',
  executions:
    'Post messages to a channel with the token of a webhook. Each route accepts the body of one kind of sender.',
  handoff:
    'Sign in on a new device with a code that a signed-in device confirms. The receiver gets a session of its own.',
  instance: 'Settings of the instance, for its administrators.',
  messages: 'The messages that webhooks posted.',
  sessions: 'The sessions of the account: list them, end them, check a token.',
  users: 'The account of the caller and its audit log.',
  webhooks: 'Manage the webhooks of a channel or guild, as a member or with the token of a webhook.',
} as const

export type Tag = keyof typeof tags
