import type { WantedPorts } from './ports.ts'
import type { Service, ServicePorts } from './service-table.ts'

/** One process of a service: the first bears the service's name, further ones `name-2`, `name-3`, … */
export type Instance = { name: string; service: Service }

/** How many processes each service has; those not named have one. */
export type Replicas = Record<string, number>

const maxReplicas = 16

/** Reads `gateway=3,session-service=2`. */
export function parseReplicas(text: string, services: Service[]): Replicas {
  const names = services.map(({ name }) => name)
  const parts = text.split(',').map((part) => part.trim().split('='))
  return Object.fromEntries(
    parts.map(([name = '', count = '']) => {
      const number = Number(count)
      if (!names.includes(name))
        throw new Error(`--replicas knows no "${name}"; there are ${names.join(', ')}`)
      if (!Number.isInteger(number) || number < 1 || number > maxReplicas) {
        throw new Error(`--replicas ${name}= takes a number from 1 to ${maxReplicas}, not "${count}"`)
      }
      return [name, number]
    }),
  )
}

/** Every process to start, service by service. */
export function instancesOf(services: Service[], replicas: Replicas): Instance[] {
  return services.flatMap((service) =>
    Array.from({ length: replicas[service.name] ?? 1 }, (_, index) => ({
      name: index === 0 ? service.name : `${service.name}-${index + 1}`,
      service,
    })),
  )
}

/** The ports of all instances by name; only the first of a service has fixed ones. */
export function wantedPorts(instances: Instance[]): WantedPorts {
  return Object.fromEntries(
    instances.flatMap(({ name, service }) =>
      Object.entries(service.ports).map(([purpose, port]) => [
        `${name}.${purpose}`,
        name === service.name ? port : undefined,
      ]),
    ),
  )
}

/** The ports of one instance out of all that were assigned. */
export function portsOf(instance: Instance, assigned: Record<string, number>): ServicePorts {
  const port = (purpose: string) => assigned[`${instance.name}.${purpose}`]
  const ops = port('ops')
  if (ops === undefined) throw new Error(`no ops port was assigned to ${instance.name}`)
  const [grpc, http] = [port('grpc'), port('http')]
  return { ops, ...(grpc === undefined ? {} : { grpc }), ...(http === undefined ? {} : { http }) }
}

/** Where all instances of one service are reached by gRPC, as an address setting takes it. */
export function addressesOf(name: string, instances: Instance[], assigned: Record<string, number>): string {
  return instances
    .filter(({ service }) => service.name === name)
    .map((instance) => `127.0.0.1:${portsOf(instance, assigned).grpc}`)
    .join(',')
}

/** Where each instance tells its health and metrics, by name. */
export function opsAddresses(
  instances: Instance[],
  assigned: Record<string, number>,
): Record<string, string> {
  return Object.fromEntries(
    instances.map((instance) => [instance.name, `127.0.0.1:${portsOf(instance, assigned).ops}`]),
  )
}

/** Where all gateways are reached by HTTP. */
export function gatewayUrls(instances: Instance[], assigned: Record<string, number>): string[] {
  return instances
    .map((instance) => portsOf(instance, assigned).http)
    .filter((port) => port !== undefined)
    .map((port) => `http://localhost:${port}`)
}
