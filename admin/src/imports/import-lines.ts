import { type ImportedAccount, ImportResult } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Services } from '../services.ts'
import type { FileLine } from './lines.ts'
import { type Problem, readAccount } from './read-account.ts'

export type Counts = { created: number; existed: number; refused: number }

export type Rejection = { line: number; errors: Problem[] }

type Listener = {
  refused: (rejection: Rejection) => Promise<void>
  /** The username of the line is not allowed here; the account got another one. */
  renamed: (line: number, username: string) => void
  reached: (end: number) => void
}

type Waiting = { line: number; account: ImportedAccount }

const batch = 500
/** A batch is one transaction of some hundred milliseconds, more on a busy machine. */
const deadlineMs = 60_000

/** Sends the accounts of a file in batches, one after the other. Ignores blank lines. */
export async function importLines(
  accounts: ReturnType<Services['accounts']>,
  lines: AsyncIterable<FileLine>,
  { refused, renamed, reached }: Listener,
): Promise<Counts> {
  const counts = { created: 0, existed: 0, refused: 0 }
  let waiting: Waiting[] = []

  const refuse = async (line: number, errors: Problem[]) => {
    counts.refused += 1
    await refused({ line, errors })
  }
  const send = async () => {
    const sent = waiting
    waiting = []
    if (sent.length === 0) return
    const request = { accounts: sent.map(({ account }) => account) }
    const { outcomes } = await accounts.importAccounts(request, { deadlineMs })
    for (const [index, { result, problems, replacedUsername }] of outcomes.entries()) {
      const line = sent[index]?.line ?? 0
      if (replacedUsername !== undefined) renamed(line, replacedUsername)
      if (result === ImportResult.REJECTED) await refuse(line, problems)
      else counts[result === ImportResult.EXISTED ? 'existed' : 'created'] += 1
    }
  }

  for await (const { number, bytes, end } of lines) {
    if (bytes?.toString('latin1').trim() === '') continue
    const read = bytes === null ? { problems: [tooLong] } : readAccount(bytes)
    if ('account' in read) waiting.push({ line: number, account: read.account })
    else await refuse(number, read.problems)
    if (waiting.length < batch) continue
    await send()
    reached(end)
  }
  await send()
  return counts
}

const tooLong = { path: '', code: 'PAYLOAD_TOO_LARGE', message: 'The line is longer than 64 KiB.' }
