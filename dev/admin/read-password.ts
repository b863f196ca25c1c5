import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ExplainedError } from '../explained-error.ts'
import type { Terminal } from './terminal.ts'

/** A password from whoever sits there, typed twice and not shown, or the first line of what is piped in. */
export async function readPassword({ stdin = process.stdin, err }: Terminal): Promise<string> {
  // What is typed is echoed to nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY === true })
  try {
    if (!stdin.isTTY) return await firstLine(lines)
    err('New password: ')
    const password = await lines.question('')
    err('\nAgain: ')
    const again = await lines.question('')
    err('\n')
    if (again !== password) throw new ExplainedError('The two passwords are not the same.')
    return password
  } finally {
    lines.close()
  }
}

async function firstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line
  throw new ExplainedError('There is no password on standard input.')
}
