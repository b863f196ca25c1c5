import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Run } from '../action.ts'
import { ExplainedError } from '../explained-error.ts'
import type { Report } from '../row.ts'
import { asText } from '../row.ts'
import type { Services } from '../services.ts'
import type { Terminal } from '../terminal.ts'
import { type Counts, importLines, type Refusal } from './import-lines.ts'
import { linesOf } from './lines.ts'
import { openProgress, type Progress } from './progress.ts'

type Input = { file: string; report?: string }

const notes = `
FILE holds one account a line as JSON; docs/import.md says what a line has. A line that is refused is told with its
number and holds up no other. What is there already is left as it is: a run that was cut off is simply run again.
Exits with 1 when any line was refused.

Example:
  npm run admin -- account import accounts.ndjson --report refused.ndjson`

/** `admin account import` */
export function addImportCommand(account: Command, run: Run): void {
  account
    .command('import')
    .description('Brings accounts over from another system, with their password hashes')
    .argument('<file>', 'accounts, one a line')
    .option('--report <file>', 'where refused lines are also listed, as JSON, one a line')
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
    return summary(await importLines(accounts, linesOf(chunksOf(file)), listener(progress, listing)))
  } finally {
    progress.end()
    await listing?.close()
  }
}

function listener({ say, reached }: Progress, listing: FileHandle | null) {
  return {
    reached,
    async refused(refusal: Refusal): Promise<void> {
      say(refusalLine(refusal))
      await listing?.write(`${JSON.stringify(refusal)}\n`)
    },
  }
}

function refusalLine({ line, errors }: Refusal): string {
  const reasons = errors.map(
    ({ path, code, message }) => `${path === '' ? '' : `${path}: `}${message} (${code})`,
  )
  return `line ${line}: ${reasons.join('; ')}`
}

function summary(counts: Counts): Report {
  return { json: counts, text: asText(counts), isRefusal: counts.refused > 0 }
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
