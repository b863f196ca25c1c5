/** Caller identities by service and rpc, named as in the `.proto` file. */
export type CallerTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export type CallerPolicy = (path: string, identity: string | null) => boolean

/**
 * Decides by the table who may call the rpcs at `paths`. Throws when one has no entry, or when a service has an entry for an
 * rpc that is not served: then table and code disagree about what is exposed.
 */
export function callerPolicy(table: CallerTable, paths: readonly string[]): CallerPolicy {
  const rpcs = paths.map(splitPath)
  const missing = rpcs.filter(({ service, rpc }) => !entryOf(table, service, rpc))
  const services = new Set(rpcs.map(({ service }) => service))
  const unserved = [...services].flatMap((service) =>
    Object.keys(table[service] ?? {})
      .map((rpc) => `${service}/${rpc}`)
      .filter((name) => !paths.includes(`/${name}`)),
  )
  const problems = [
    ...missing.map(({ service, rpc }) => `${service}/${rpc} has no entry`),
    ...unserved.map((name) => `${name} has an entry and is not served`),
  ]
  if (problems.length > 0) throw new Error(`The table of callers is wrong: ${problems.join('; ')}.`)

  return (path, identity) => {
    const { service, rpc } = splitPath(path)
    return identity !== null && (entryOf(table, service, rpc)?.includes(identity) ?? false)
  }
}

function entryOf(table: CallerTable, service: string, rpc: string): readonly string[] | undefined {
  return table[service]?.[rpc]
}

function splitPath(path: string): { service: string; rpc: string } {
  const [, service = '', rpc = ''] = path.split('/')
  return { service, rpc }
}
