import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { ExplainedError } from './explained-error.ts'
import type { Terminal } from './terminal.ts'

/** Reads a password typed twice without echo, or the first line of piped input. */
export async function readPassword({ stdin = process.stdin, err }: Terminal): Promise<string> {
  const isTyped = stdin.isTTY === true
  // Typed characters are not echoed.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: nowhere, terminal: isTyped })
  const lines = reader[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    if (isTyped) err(question)
    const { done, value } = await lines.next()
    if (isTyped) err('\n')
    if (done) throw new ExplainedError('No password was given.')
    return value
  }
  try {
    const password = await ask('New password: ')
    if (isTyped && (await ask('Again: ')) !== password) {
      throw new ExplainedError('The two passwords are different.')
    }
    // Bytes that are not UTF-8 were replaced by this character, so nobody could sign in with the password.
    if (password.includes('\ufffd')) throw new ExplainedError('The password is not UTF-8.')
    return password
  } finally {
    reader.close()
  }
}
