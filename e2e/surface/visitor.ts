import type { DevStack, Person } from '../dev-stack.ts'

/** Somebody new with things of their own, so that nothing a route does is felt by the next. */
export type Visitor = { person: Person; stranger: Person; params: Record<string, string> }

export async function settleIn(stack: DevStack): Promise<Visitor> {
  const [person, stranger] = await Promise.all([stack.register('visitor'), stack.register('stranger')])
  const { guild_id, channel_id, owner } = await stack.locationOf(person)
  const webhook = await stack.webhookIn({ guild_id, channel_id, owner })
  const { body } = await stack.post<{ code: string }>('/auth/handoff/initiate', { token: person.token })
  return {
    person,
    stranger,
    params: { guild_id, channel_id, webhook_id: webhook.id, token: webhook.token, code: body.code },
  }
}

/** A path of the table with the visitor's own things in it; what nobody has is `1`. */
export function filled(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1')
}
