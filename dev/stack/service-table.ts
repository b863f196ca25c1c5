/** Where a running instance of a service listens, by the purpose of the port. */
export type ServicePorts = { ops: number; grpc?: number; http?: number }

/** What every service may need to know of the rest of its stack. */
export type Surroundings = {
  mongodb: string
  redis: string
  /** Addresses of all instances, in the form of the address settings. */
  auth: string
  sessions: string
  webhooks: string
  keys: string
  publicUrl: string
}

/** One service of the stack: what to run, the ports it has by default, and the settings it takes from the others. */
export type Service = {
  name: string
  /** Folder of its entry points `main` and, where it owns collections, `migrate`. */
  package: string
  migrates: boolean
  /** Services of a higher phase start with the others but stop before them. */
  phase: 1 | 2
  ports: ServicePorts
  settings: (around: Surroundings) => Record<string, string>
}

/** The four services. */
export const services: Service[] = [
  {
    name: 'auth-service',
    package: 'auth-service',
    migrates: true,
    phase: 1,
    ports: { grpc: 50051, ops: 9461 },
    settings: ({ mongodb, redis, keys, sessions, webhooks }) => ({
      GATEHOUSE_MONGODB_URL: mongodb,
      GATEHOUSE_REDIS_URL: redis,
      GATEHOUSE_KEYS: keys,
      GATEHOUSE_SESSIONS_ADDR: sessions,
      GATEHOUSE_WEBHOOKS_ADDR: webhooks,
    }),
  },
  {
    name: 'session-service',
    package: 'session-service',
    migrates: false,
    phase: 1,
    ports: { grpc: 50052, ops: 9462 },
    settings: ({ redis, keys }) => ({ GATEHOUSE_REDIS_URL: redis, GATEHOUSE_KEYS: keys }),
  },
  {
    name: 'webhook-service',
    package: 'webhook-service',
    migrates: true,
    phase: 1,
    ports: { grpc: 50053, ops: 9463 },
    settings: ({ mongodb, redis, keys }) => ({
      GATEHOUSE_MONGODB_URL: mongodb,
      GATEHOUSE_REDIS_URL: redis,
      GATEHOUSE_KEYS: keys,
    }),
  },
  {
    name: 'gateway',
    package: 'gateway',
    migrates: false,
    phase: 2,
    ports: { http: 8080, grpc: 50050, ops: 9460 },
    settings: ({ redis, auth, sessions, webhooks, publicUrl }) => ({
      GATEHOUSE_REDIS_URL: redis,
      GATEHOUSE_AUTH_ADDR: auth,
      GATEHOUSE_SESSIONS_ADDR: sessions,
      GATEHOUSE_WEBHOOKS_ADDR: webhooks,
      GATEHOUSE_PUBLIC_URL: publicUrl,
    }),
  },
]
