import { spawn } from 'node:child_process'
import { basename } from 'node:path'

type RunOptions = { signal?: AbortSignal | undefined; env?: NodeJS.ProcessEnv; tailLines?: number }

/**
 * Runs a command to its end and answers what it wrote; rejects with its last lines when it fails, is missing or is
 * aborted.
 */
export async function runCommand(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { signal, env = process.env, tailLines = 3 } = options
  signal?.throwIfAborted()
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return output
  const tail = output.trim().split('\n').slice(-tailLines).join('\n    ')
  throw new Error(`${basename(command)} ${args.join(' ')} failed with exit code ${code}:\n    ${tail}`)
}
