import type { DevStack, TestAccount } from '../dev-stack.ts'

const webhookParameters = ['guild_id', 'channel_id', 'webhook_id', 'token']
const allParameters = [...webhookParameters, 'code']

export type Caller = { person: TestAccount; params: Record<string, string> }

/** A new account, with what these parameters of a path or body need, so that routes do not affect each other. */
export async function createCaller(stack: DevStack, names = allParameters): Promise<Caller> {
  const person = await stack.register('caller')
  const isFor = (...parameters: string[]) => parameters.some((name) => names.includes(name))
  return {
    person,
    params: {
      ...(isFor(...webhookParameters) && (await createWebhook(stack, person))),
      ...(isFor('code') && (await initiateHandoff(stack, person))),
    },
  }
}

async function createWebhook(stack: DevStack, person: TestAccount) {
  const { guild_id, channel_id, owner } = await stack.createGuildChannel(person)
  const { id, token } = await stack.createWebhook({ guild_id, channel_id, owner })
  return { guild_id, channel_id, webhook_id: id, token }
}

async function initiateHandoff(stack: DevStack, { token }: TestAccount) {
  const { body } = await stack.post<{ code: string }>('/auth/handoff/initiate', { token })
  return { code: body.code }
}

export const parametersOf = (path: string): string[] => path.match(/(?<=\{)\w+(?=\})/g) ?? []

/** Fills the parameters of a path; unknown ones are `1`. */
export function filled(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1')
}
