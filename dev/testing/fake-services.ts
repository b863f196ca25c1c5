import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../stack/service-table.ts'

/** What a fake service does besides answering that it is ready. */
type Behaviour = { main?: string; migrate?: string } & Partial<Pick<Service, 'ports' | 'phase' | 'settings'>>

/** Answers on its ports with its settings and notes in `diary` when it is asked to end. */
const faithful = `
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const note = (line) => appendFileSync(process.env.FAKE_DIARY, line + '\\n')
for (const listen of [process.env.GATEHOUSE_OPS_LISTEN, process.env.GATEHOUSE_HTTP_LISTEN].filter(Boolean)) {
  const [host, port] = listen.split(':')
  createServer((request, response) => response.end(JSON.stringify(process.env))).listen(Number(port), host)
}
process.on('SIGINT', () => note('NAME got SIGINT'))
process.on('SIGTERM', () => { note('NAME ended'); process.exit(0) })
`

/** Writes small programs that stand in for services, below `folder`, and describes them as a service table does. */
export function fakeServices(folder: string, behaviours: Record<string, Behaviour>): Service[] {
  return Object.entries(behaviours).map(([name, { main = faithful, migrate, ...given }]) => {
    const home = join(folder, 'fakes', name)
    mkdirSync(join(home, 'dist'), { recursive: true })
    writeFileSync(join(home, 'package.json'), '{"type": "module"}')
    writeFileSync(join(home, 'dist', 'main.js'), main.replaceAll('NAME', name))
    if (migrate !== undefined) writeFileSync(join(home, 'dist', 'migrate.js'), migrate)
    const defaults = { phase: 1 as const, ports: { ops: 0 }, settings: () => ({ FAKE_DIARY: diary(folder) }) }
    return { name, package: home, migrates: migrate !== undefined, ...defaults, ...given }
  })
}

/** What the faithful fakes noted, line by line. */
export function readDiary(folder: string): string[] {
  return readFileSync(diary(folder), 'utf8').trim().split('\n')
}

const diary = (folder: string) => join(folder, 'diary.txt')
