import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ProcessSpec } from '../process/managed-process.ts'
import { until } from '../process/until.ts'
import { accepts } from './accepts.ts'

type Options = { webPort: number; smtpPort: number; dataDir: string; logFile: string }

/** The mail catcher: accepts every mail and serves it on a web page and as JSON (`GET /email`, `GET /email/{id}`). */
export function mailProcess({ webPort, smtpPort, dataDir, logFile }: Options): ProcessSpec {
  mkdirSync(dataDir, { recursive: true })
  return {
    name: 'mail',
    command: process.execPath,
    args: [
      fileURLToPath(import.meta.resolve('maildev/bin/maildev')),
      ...['--ip', '127.0.0.1', '--web', String(webPort), '--smtp', String(smtpPort)],
      ...['--mail-directory', dataDir],
    ],
    env: process.env,
    logFile,
    ready: async (signal) => {
      await until(async () => (await accepts(webPort)) && (await accepts(smtpPort)), { signal })
    },
  }
}
