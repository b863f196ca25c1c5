export type ServicePorts = { ops: number; grpc: number; http?: number; avatars?: number }

export type Service = {
  name: string
  /** Contains the entry points `main` and, if the service owns collections, `migrate`. */
  folder: string
  migrates: boolean
  /** Services of a higher phase start with the others but stop before them. */
  phase: 1 | 2
  ports: ServicePorts
}

export const services: Service[] = [
  {
    name: 'auth-service',
    folder: 'auth-service',
    migrates: true,
    phase: 1,
    ports: { grpc: 50051, ops: 9461 },
  },
  {
    name: 'session-service',
    folder: 'session-service',
    migrates: false,
    phase: 1,
    ports: { grpc: 50052, ops: 9462 },
  },
  {
    name: 'webhook-service',
    folder: 'webhook-service',
    migrates: true,
    phase: 1,
    ports: { grpc: 50053, ops: 9463, avatars: 8083 },
  },
  {
    name: 'gateway',
    folder: 'gateway',
    migrates: false,
    phase: 2,
    ports: { http: 8080, grpc: 50050, ops: 9460 },
  },
]
