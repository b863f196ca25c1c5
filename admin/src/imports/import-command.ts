import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Run } from '../action.ts'
import { ExplainedError } from '../explained-error.ts'
import type { Report } from '../row.ts'
import { asText } from '../row.ts'
import type { Services } from '../services.ts'
import type { Terminal } from '../terminal.ts'
import { entriesOf } from './entries.ts'
import { type Counts, importLines, type Rejection } from './import-lines.ts'
import { openProgress, type Progress } from './progress.ts'

type Input = { file: string; report?: string }

const notes = `
FILE contains one account per line as JSON, see docs/import.md. A rejected line is reported with its number; the
others are imported. Existing accounts do not change, so an interrupted import can be repeated. Exits with 1 if any
line was rejected.

Example:
  npm run admin -- account import accounts.ndjson --report refused.ndjson`

export function addImportCommand(account: Command, run: Run): void {
  account
    .command('import')
    .description('Imports accounts from another system with their password hashes')
    .argument('<file>', 'accounts as JSON, one per line')
    .option('--report <file>', 'also writes rejected lines to this file, as JSON, one per line')
    .addHelpText('after', notes)
    .action((file: string, { report }: { report?: string }) =>
      run<Input>(({ accounts }, input, terminal) => importFile(accounts(), input, terminal))({
        file,
        ...(report !== undefined && { report }),
      }),
    )
}

async function importFile(
  accounts: ReturnType<Services['accounts']>,
  { file, report }: Input,
  terminal: Terminal,
): Promise<Report> {
  const { size } = await explained(file, () => stat(file))
  const listing = report === undefined ? null : await explained(report, () => open(report, 'w'))
  const progress = openProgress(terminal, size)
  try {
    return summary(await importLines(accounts, entriesOf(chunksOf(file)), listener(progress, listing)))
  } finally {
    progress.end()
    await listing?.close()
  }
}

function listener({ say, reached }: Progress, listing: FileHandle | null) {
  return {
    reached,
    renamed: (line: number, username: string) =>
      say(`line ${line}: username: Not allowed here. The account is ${username}.`),
    async refused(rejection: Rejection): Promise<void> {
      say(rejectionLine(rejection))
      await listing?.write(`${JSON.stringify(rejection)}\n`)
    },
  }
}

function rejectionLine({ line, errors }: Rejection): string {
  const reasons = errors.map(
    ({ path, code, message }) => `${path === '' ? '' : `${path}: `}${message} (${code})`,
  )
  return `line ${line}: ${reasons.join('; ')}`
}

function summary(counts: Counts): Report {
  return { json: counts, text: asText(counts), isRejection: counts.refused > 0 }
}

/** That the path is a folder or unreadable shows only here. */
async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file)
  } catch (error) {
    throw explanation(file, error)
  }
}

async function explained<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explanation(file, error)
  }
}

function explanation(file: string, error: unknown): ExplainedError {
  return new ExplainedError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
}
