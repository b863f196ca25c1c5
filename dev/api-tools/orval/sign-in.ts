import { createWebhook, listSessions, login, type WebhookCreatedResponse } from './gen/gatehouse.ts'

/** Use of a generated client. It is only compiled: statuses and codes must narrow the types without casts. */
export async function signIn(email: string, password: string): Promise<string> {
  const response = await login({ email, password })
  switch (response.status) {
    case 200:
      return 'token' in response.data ? response.data.token : secondFactorOf(response.data.allowed_methods)
    case 400:
      if (response.data.code === 'INVALID_FORM_BODY')
        throw new Error(response.data.errors.map(({ path, code }) => `${path}: ${code}`).join())
      throw new Error(response.data.message)
    case 403:
      throw new Error(response.data.code === 'PASSWORD_LOGIN_DISABLED' ? 'locked' : 'suspended')
    case 429:
      throw new Error(`retry after ${response.data.retry_after.toFixed()} s`)
    default:
      throw new Error(response.data.code)
  }
}

function secondFactorOf(methods: string[]): string {
  throw new Error(`second factor: ${methods.join()}`)
}

export async function deviceNames(authorization: string): Promise<string[]> {
  const response = await listSessions({ headers: { authorization } })
  if (response.status !== 200) throw new Error(response.data.code)
  return response.data.map(({ client_info, created_at }) => client_info?.browser ?? created_at)
}

export async function createAlerts(channel: string, authorization: string): Promise<WebhookCreatedResponse> {
  const response = await createWebhook(channel, { name: 'Alerts' }, { headers: { authorization } })
  if (response.status === 200) return response.data
  if (response.status === 403 && response.data.code === 'MISSING_PERMISSIONS')
    throw new Error('ask a moderator')
  if (response.data.code === 'MAX_WEBHOOKS_PER_CHANNEL')
    throw new Error(`at most ${response.data.max_webhooks_per_channel.toFixed()}`)
  throw new Error(response.data.message)
}
