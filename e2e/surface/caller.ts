import type { DevStack, TestAccount } from '../dev-stack.ts'

/** A new account with a guild, channel and webhook, so that routes do not affect each other. */
export type Caller = { person: TestAccount; params: Record<string, string> }

export async function createCaller(stack: DevStack): Promise<Caller> {
  const person = await stack.register('caller')
  const { guild_id, channel_id, owner } = await stack.createGuildChannel(person)
  const webhook = await stack.createWebhook({ guild_id, channel_id, owner })
  const { body } = await stack.post<{ code: string }>('/auth/handoff/initiate', { token: person.token })
  return {
    person,
    params: { guild_id, channel_id, webhook_id: webhook.id, token: webhook.token, code: body.code },
  }
}

/** Fills the parameters of a path; unknown ones are `1`. */
export function filled(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1')
}
