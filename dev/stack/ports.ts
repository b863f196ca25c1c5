import { findFreePort, isFree } from './free-port.ts'

/** Ports by name: `gateway.http`, `auth-service.grpc`, `mongodb`, …; undefined is any free port. */
export type WantedPorts = Record<string, number | undefined>

export type PortChoice = { isAuto: boolean; chosen: Record<string, number> }

/** The defaults of what runs besides the services; not the usual ports of these programs, which may be in use. */
export const storePorts = { mongodb: 27117, redis: 6390, 'mail.web': 1080, 'mail.smtp': 1025 }

/** Assigns a port to every name; rejects with all names whose port is in use, and with what to set instead. */
export async function assignPorts(
  wanted: WantedPorts,
  { isAuto, chosen }: PortChoice,
): Promise<Record<string, number>> {
  assertKnown(Object.keys(chosen), Object.keys(wanted))
  const fixed: WantedPorts = isAuto ? chosen : { ...wanted, ...chosen }
  const taken = new Set<number>()
  const assigned: Record<string, number> = {}
  const rejected: string[] = []
  for (const name of Object.keys(wanted)) {
    const port = fixed[name]
    if (port !== undefined && (taken.has(port) || !(await isFree(port)))) rejected.push(inUse(name, port))
    assigned[name] = port ?? (await findFreePort(taken))
    taken.add(assigned[name])
  }
  if (rejected.length > 0)
    throw new Error([...rejected, 'Or use free ports for everything: npm start -- --ports auto'].join('\n'))
  return assigned
}

export function portOf(name: string, assigned: Record<string, number>): number {
  const port = assigned[name]
  if (port === undefined) throw new Error(`No port is assigned to ${name}.`)
  return port
}

function inUse(name: string, port: number): string {
  const setting = `--ports ${name}=${port < 60_000 ? port + 1 : port - 1}`
  const also = name === 'gateway.http' ? `, the setting GATEHOUSE_HTTP_LISTEN` : ''
  return `Port ${port} (${name}${also}) is in use. Stop the process that uses it, or choose another port: npm start -- ${setting}`
}

function assertKnown(names: string[], known: string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Error(`This stack has no port ${unknown.join(', ')}, only ${known.join(', ')}`)
}
