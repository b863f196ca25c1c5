import { spawn } from 'node:child_process'

type RunOptions = { signal?: AbortSignal | undefined; env?: NodeJS.ProcessEnv }

/** Runs a command to its end and answers what it wrote; rejects with its last lines when it fails or is missing. */
export async function runCommand(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  options.signal?.throwIfAborted()
  const child = spawn(command, args, {
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.signal ? { signal: options.signal } : {}),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return output
  throw new Error(
    `${command} ${args[0] ?? ''} failed (${code}): ${output.trim().split('\n').slice(-3).join(' | ')}`,
  )
}
