import { findFreePort, isFree } from './free-port.ts'

/** A port of the stack by its name: `gateway.http`, `auth-service.grpc`, `mongodb`, …; undefined asks for any. */
export type WantedPorts = Record<string, number | undefined>

/** `isAuto` takes free ports for everything that is not chosen by name. */
export type PortChoice = { isAuto: boolean; chosen: Record<string, number> }

/** What listens by default besides the services; chosen next to, not on, the usual ports of these programs. */
export const storePorts = { mongodb: 27117, redis: 6390, 'mail.web': 1080, 'mail.smtp': 1025 }

/** Reads `auto`, `name=port,name=port`, or both joined by commas. */
export function parsePortChoice(text: string): PortChoice {
  const parts = text.split(',').map((part) => part.trim())
  const choice: PortChoice = { isAuto: parts.includes('auto'), chosen: {} }
  for (const part of parts.filter((each) => each !== 'auto' && each !== '')) {
    const [, name, port] = /^([\w-]+(?:\.\w+)?)=(\d{1,5})$/.exec(part) ?? []
    if (!name || Number(port) < 1 || Number(port) > 65_535) {
      throw new Error(`--ports takes "auto" or name=port, such as gateway.http=8081; "${part}" is neither`)
    }
    choice.chosen[name] = Number(port)
  }
  return choice
}

/** Gives every name its port; rejects with all names whose fixed port is in use, and with what to set instead. */
export async function assignPorts(
  wanted: WantedPorts,
  { isAuto, chosen }: PortChoice,
): Promise<Record<string, number>> {
  refuseUnknown(Object.keys(chosen), Object.keys(wanted))
  const fixed: WantedPorts = isAuto ? chosen : { ...wanted, ...chosen }
  const taken = new Set<number>()
  const assigned: Record<string, number> = {}
  const refused: string[] = []
  for (const name of Object.keys(wanted)) {
    const port = fixed[name]
    if (port !== undefined && (taken.has(port) || !(await isFree(port)))) refused.push(inUse(name, port))
    assigned[name] = port ?? (await findFreePort(taken))
    taken.add(assigned[name])
  }
  if (refused.length > 0)
    throw new Error([...refused, 'Or take free ports for all: npm start -- --ports auto'].join('\n'))
  return assigned
}

function inUse(name: string, port: number): string {
  const setting = `--ports ${name}=${port < 60_000 ? port + 1 : port - 1}`
  const also = name === 'gateway.http' ? `, the setting GATEHOUSE_HTTP_LISTEN` : ''
  return `Port ${port} (${name}${also}) is in use. End what uses it, or choose another: npm start -- ${setting}`
}

function refuseUnknown(names: string[], known: string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Error(`This stack opens no port ${unknown.join(', ')}; it has ${known.join(', ')}`)
}
