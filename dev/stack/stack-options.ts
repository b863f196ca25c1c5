import type { ProcessSpec } from '../process/managed-process.ts'
import type { Replicas } from './instances.ts'
import type { PortChoice } from './ports.ts'
import type { RunFrom } from './service-process.ts'
import { type Service, services } from './service-table.ts'

export type StackOptions = {
  /** Data, logs, keys and stack.json of this stack; one supervisor at a time. */
  folder: string
  ports?: PortChoice
  replicas?: Replicas
  /** Whether services have certificates and users of the stores of their own, as in production. */
  hasTls?: boolean
  /** Settings of the services and of given stores. Default: those of this process. */
  env?: NodeJS.ProcessEnv
  runFrom?: RunFrom
  /** Changes how the processes of a service are started. */
  wrap?: (service: string, spec: ProcessSpec) => ProcessSpec
  /** Restarts processes that exit unexpectedly. Default: no, since tests expect them to stay away. */
  isKeptAlive?: boolean
  say?: (line: string) => void
  /** Aborts the start; what was started by then is stopped. */
  signal?: AbortSignal
  services?: Service[]
}

export function withDefaults(options: StackOptions): Required<StackOptions> {
  return {
    ports: { isAuto: true, chosen: {} },
    replicas: {},
    hasTls: false,
    env: process.env,
    runFrom: 'dist',
    wrap: (_, spec) => spec,
    isKeptAlive: false,
    say: () => {},
    signal: new AbortController().signal,
    services,
    ...options,
  }
}
