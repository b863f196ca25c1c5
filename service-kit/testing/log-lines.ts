import { createLogger, type Logger } from '../src/process/log.ts'

export function logLines(level = 'trace'): { log: Logger; lines: Record<string, unknown>[]; text(): string } {
  const lines: Record<string, unknown>[] = []
  const log = createLogger({
    name: 'test',
    level,
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  return { log, lines, text: () => JSON.stringify(lines) }
}
