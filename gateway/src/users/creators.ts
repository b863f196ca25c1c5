import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import type { Services } from '../context.ts'
import { userJson } from './user-json.ts'

/** One call for all. auth-service returns a placeholder for deleted accounts. */
export async function creatorsOf(
  resources: readonly { creatorId: string }[],
  services: Pick<Services, 'auth'>,
  context: CallOptions,
): Promise<(resource: { creatorId: string }) => ReturnType<typeof userJson>> {
  const ids = [...new Set(resources.map(({ creatorId }) => creatorId))]
  const { users } = ids.length > 0 ? await services.auth.getUsers({ ids }, context) : { users: [] }
  const byId = new Map(ids.map((id, i) => [id, users[i]]))
  return ({ creatorId }) => {
    const user = byId.get(creatorId)
    if (!user) throw new Error('auth-service did not return a requested account.')
    return userJson(user)
  }
}
