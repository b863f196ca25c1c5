import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'

type RunOptions = { signal?: AbortSignal | undefined; env?: NodeJS.ProcessEnv; tailLines?: number }

/** Returns what a command wrote; rejects with its last lines when it fails, is missing or is aborted. */
export async function runCommand(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { signal, env = process.env, tailLines = 3 } = options
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { env, signal, maxBuffer: 2 ** 26 })
    return stdout + stderr
  } catch (error) {
    signal?.throwIfAborted()
    const { code, stdout = '', stderr = '' } = error as { code: unknown; stdout?: string; stderr?: string }
    if (typeof code !== 'number') throw error
    const tail = `${stdout}\n${stderr}`.trim().split('\n').slice(-tailLines).join('\n    ')
    throw new Error(`${basename(command)} ${args.join(' ')} failed with exit code ${code}:\n    ${tail}`)
  }
}
