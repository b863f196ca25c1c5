import { callers } from '@gatehouse/proto/callers'

/** The process that serves each package of proto/callers.ts. */
const servedBy: Record<string, string> = {
  auth: 'auth-service',
  guilds: 'webhook-service',
  sessions: 'session-service',
  webhooks: 'webhook-service',
}

/** Who calls whom, such as `gateway -> auth-service`. */
export function callArrows(): Set<string> {
  const arrows = Object.entries(callers).flatMap(([service, rpcs]) => {
    const owner = servedBy[service.split('.')[1] ?? '']
    const identities = new Set(Object.values(rpcs).flat())
    return owner ? [...identities].filter((each) => each !== owner).map((each) => `${each} -> ${owner}`) : []
  })
  return new Set(arrows)
}
