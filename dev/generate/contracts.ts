import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { readOnlyRpcsModule } from './read-only-rpcs.ts'

export function generateContracts(root: string): void {
  // buf finds its plugin, ts-proto, on PATH.
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const options = { cwd: join(root, 'proto'), stdio: 'inherit', env: { ...process.env, PATH: path } } as const
  execFileSync('buf', ['generate'], options)
  execFileSync('buf', ['build', '-o', 'gen/descriptors.binpb'], options)
  const image = execFileSync('buf', ['build', '-o', '-#format=json'], {
    ...options,
    stdio: 'pipe',
    encoding: 'utf8',
  })
  writeFileSync(join(root, 'proto/gen/gatehouse/read-only-rpcs.ts'), readOnlyRpcsModule(image))
  console.log('proto/gen')
}
