import { createWebhook, listSessions, login, type WebhookCreatedResponse } from './gen/gatehouse.ts'

/** Use of a generated client. It is only compiled: statuses and codes must narrow the types without casts. */
export async function signIn(email: string, password: string): Promise<string> {
  const answer = await login({ email, password })
  switch (answer.status) {
    case 200:
      return 'token' in answer.data ? answer.data.token : secondFactorOf(answer.data.allowed_methods)
    case 400:
      if (answer.data.code === 'INVALID_FORM_BODY')
        throw new Error(answer.data.errors.map(({ path, code }) => `${path}: ${code}`).join())
      throw new Error(answer.data.message)
    case 403:
      throw new Error(answer.data.code === 'PASSWORD_LOGIN_DISABLED' ? 'locked' : 'suspended')
    case 429:
      throw new Error(`retry after ${answer.data.retry_after.toFixed()} s`)
    default:
      throw new Error(answer.data.code)
  }
}

function secondFactorOf(methods: string[]): string {
  throw new Error(`second factor: ${methods.join()}`)
}

export async function deviceNames(authorization: string): Promise<string[]> {
  const answer = await listSessions({ headers: { authorization } })
  if (answer.status !== 200) throw new Error(answer.data.code)
  return answer.data.map(({ client_info, created_at }) => client_info?.browser ?? created_at)
}

export async function createAlerts(channel: string, authorization: string): Promise<WebhookCreatedResponse> {
  const answer = await createWebhook(channel, { name: 'Alerts' }, { headers: { authorization } })
  if (answer.status === 200) return answer.data
  if (answer.status === 403 && answer.data.code === 'MISSING_PERMISSIONS') throw new Error('ask a moderator')
  if (answer.data.code === 'MAX_WEBHOOKS_PER_CHANNEL')
    throw new Error(`at most ${answer.data.max_webhooks_per_channel.toFixed()}`)
  throw new Error(answer.data.message)
}
