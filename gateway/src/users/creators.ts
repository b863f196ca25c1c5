import type { Services } from '../context.ts'
import { userJson } from './user-json.ts'

/**
 * Fills in who made each thing, in one call. auth-service answers a placeholder for accounts that are gone
 * (contract.md 8 row 16).
 */
export async function creatorsOf(
  things: readonly { creatorId: string }[],
  services: Pick<Services, 'auth'>,
  call: { requestId: string; signal: AbortSignal },
): Promise<(thing: { creatorId: string }) => ReturnType<typeof userJson>> {
  const ids = [...new Set(things.map(({ creatorId }) => creatorId))]
  const { users } = ids.length > 0 ? await services.auth.getUsers({ ids }, call) : { users: [] }
  const byId = new Map(ids.map((id, i) => [id, users[i]]))
  return ({ creatorId }) => {
    const user = byId.get(creatorId)
    if (!user) throw new Error('auth-service left out an account it was asked for.')
    return userJson(user)
  }
}
