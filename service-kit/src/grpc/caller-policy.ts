/** Caller identities by service and rpc, named as in the `.proto` file. */
export type CallerTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export type CallerPolicy = (path: string, identity: string | null) => boolean

/** Throws if table and `paths` differ, since they then disagree about which rpcs are exposed. */
export function callerPolicy(table: CallerTable, paths: readonly string[]): CallerPolicy {
  const allowed = new Map<string, readonly string[]>(
    Object.entries(table).flatMap(([service, rpcs]) =>
      Object.entries(rpcs).map(([rpc, identities]) => [`/${service}/${rpc}`, identities] as const),
    ),
  )
  const services = new Set(paths.map(serviceOf))
  const missing = paths.filter((path) => !allowed.has(path))
  const unserved = [...allowed.keys()].filter(
    (path) => services.has(serviceOf(path)) && !paths.includes(path),
  )
  const problems = [
    ...missing.map((path) => `${path.slice(1)} has no entry`),
    ...unserved.map((path) => `${path.slice(1)} has an entry and is not served`),
  ]
  if (problems.length > 0) throw new Error(`The table of callers is wrong: ${problems.join('; ')}.`)

  return (path, identity) => identity !== null && (allowed.get(path)?.includes(identity) ?? false)
}

function serviceOf(path: string): string {
  return path.split('/')[1] ?? ''
}
