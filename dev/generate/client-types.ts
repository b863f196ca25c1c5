import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'

const generator = join(dirname(import.meta.dirname), 'api-tools/node_modules/openapi-typescript/bin/cli.js')

/** openapi-typescript needs a TypeScript older than ours, so it runs with that of dev/api-tools. */
export function clientTypes(document: string): string {
  const options = ['--root-types', '--root-types-no-schema-prefix', '--alphabetize']
  return execFileSync(process.execPath, [generator, document, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
