import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../stack/service-table.ts'

/** Sources of its entry points, and what differs in its row of the service table. */
type Fake = { main?: string; migrate?: string } & Partial<Pick<Service, 'ports' | 'phase'>>

/** Answers on its ports with its settings, and writes to `diary.txt` when it receives a signal. */
const defaultMain = `
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const diary = new URL('../../../diary.txt', import.meta.url)
const note = (line) => appendFileSync(diary, line + '\\n')
for (const listen of [process.env.GATEHOUSE_OPS_LISTEN, process.env.GATEHOUSE_HTTP_LISTEN].filter(Boolean)) {
  const [host, port] = listen.split(':')
  createServer((request, response) => response.end(JSON.stringify(process.env))).listen(Number(port), host)
}
process.on('SIGINT', () => note('NAME got SIGINT'))
process.on('SIGTERM', () => { note('NAME ended'); process.exit(0) })
`

/** Writes small programs that replace services, below `folder`, and returns their service table. */
export function fakeServices(folder: string, fakes: Record<string, Fake>): Service[] {
  return Object.entries(fakes).map(([name, { main = defaultMain, migrate, ...given }]) => {
    const home = join(folder, 'fakes', name)
    mkdirSync(join(home, 'dist'), { recursive: true })
    writeFileSync(join(home, 'package.json'), '{"type": "module"}')
    writeFileSync(join(home, 'dist', 'main.js'), main.replaceAll('NAME', name))
    if (migrate !== undefined) writeFileSync(join(home, 'dist', 'migrate.js'), migrate)
    return {
      name,
      folder: home,
      migrates: migrate !== undefined,
      phase: 1,
      ports: { grpc: 0, ops: 0 },
      ...given,
    }
  })
}

export function readDiary(folder: string): string[] {
  return readFileSync(join(folder, 'diary.txt'), 'utf8').trim().split('\n')
}
