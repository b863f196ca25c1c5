import { appendFileSync } from 'node:fs'
import { runCommand } from '../process/run-command.ts'
import { entryPoint, type RunFrom } from './service-process.ts'
import type { Service, Surroundings } from './service-table.ts'

type Options = {
  around: Surroundings
  env: NodeJS.ProcessEnv
  runFrom: RunFrom
  logFile: string
  signal: AbortSignal
}

/** Creates a service's collections and indexes: a step of its own before the service starts, safe to run again. */
export async function migrate(
  service: Service,
  { around, env, runFrom, logFile, signal }: Options,
): Promise<void> {
  const settings = { ...env, ...service.settings(around) }
  const args = entryPoint(service.package, 'migrate', runFrom)
  appendFileSync(logFile, await runCommand(process.execPath, args, { env: settings, signal, tailLines: 30 }))
}
