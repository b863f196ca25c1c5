import type { WantedPorts } from './ports.ts'
import type { Service, ServicePorts } from './service-table.ts'

/** One process of a service: the first has the service's name, further ones are `name-2`, `name-3`, … */
export type Instance = { name: string; service: Service }

export type Replicas = Record<string, number>

export function instancesOf(services: Service[], replicas: Replicas): Instance[] {
  return services.flatMap((service) =>
    Array.from({ length: replicas[service.name] ?? 1 }, (_, index) => ({
      name: index === 0 ? service.name : `${service.name}-${index + 1}`,
      service,
    })),
  )
}

/** The default port of each instance by `instance.purpose`; only the first of a service has defaults. */
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

export function portsOf({ name, service }: Instance, assigned: Record<string, number>): ServicePorts {
  const ports = Object.keys(service.ports).map((purpose) => [purpose, assigned[`${name}.${purpose}`]])
  return Object.fromEntries(ports)
}
