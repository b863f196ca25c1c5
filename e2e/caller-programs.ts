import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { readDocs } from '@gatehouse/dev/docs/read-markdown'
import { cacheFolder } from '@gatehouse/dev/system/cache-folder'
import { onPath } from '@gatehouse/dev/system/on-path'
import { until } from '@gatehouse/service-kit/testing/wait-until'

const examples = join(repositoryRoot, 'dev/examples')

/** How to run an example of dev/examples. */
export type CallerProgram = { command: string; args: string[]; env: Record<string, string> }

/** Prepares an example in `folder`; null if its toolchain or packages are missing and cannot be installed. */
export type Preparation = (folder: string) => CallerProgram | null

export const callerPrograms: Record<string, Preparation> = { python: preparePython, go: prepareGo }

function preparePython(folder: string): CallerProgram | null {
  const packages = pythonPackages(join(examples, 'python/requirements.txt'))
  if (packages === null) return null
  const env = { PYTHONPATH: [folder, packages].join(':') }
  generateStubs('Python', folder, env)
  return { command: 'python3', args: [join(examples, 'python/caller.py')], env }
}

/** The folder of the packages of a requirements.txt, installed once for all clones of this user; null if they cannot be installed. */
export function pythonPackages(requirements: string): string | null {
  if (onPath(['python3']) === undefined) return null
  const python = run('python3', ['-c', 'import sys; print(sys.implementation.cache_tag)'], examples).trim()
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16)
  const folder = join(cacheFolder(), `${python}-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cacheFolder(), { recursive: true })
  const work = mkdtempSync(join(cacheFolder(), `${python}-`))
  try {
    run('python3', ['-m', 'pip', 'install', '--quiet', '--target', work, '-r', requirements], work)
    renameSync(work, folder)
    return folder
  } catch {
    rmSync(work, { recursive: true })
    // Another test file may have installed them at the same time.
    return existsSync(folder) ? folder : null
  }
}

function prepareGo(folder: string): CallerProgram | null {
  return goProgram(join(examples, 'go'), folder, () => generateStubs('Go', folder))
}

/** Builds a copy of `source`, once `generate` has written the rest of it; null if its modules cannot be downloaded. */
export function goProgram(source: string, folder: string, generate = () => {}): CallerProgram | null {
  cpSync(source, folder, { recursive: true })
  try {
    run('go', ['mod', 'download'], folder)
  } catch {
    return null
  }
  generate()
  // The first build compiles gRPC; on all cores it would make requests of other test files time out. Without paths the
  // next one finds all packages in Go's cache, and without debug information it links in half the time.
  const flags = ['-p', '1', '-trimpath', '-ldflags=-s -w']
  run('go', ['build', ...flags, '-o', 'program', '.'], folder, { GOMAXPROCS: '1' })
  return { command: join(folder, 'program'), args: [], env: {} }
}

/** Runs the command of docs/internal-callers.md in `folder`, which has a copy of the contracts then. */
export function generateStubs(language: string, folder: string, env: Record<string, string> = {}): void {
  const section = readDocs('internal-callers.md').split(`**${language}.**`)[1] ?? ''
  const command = /^```sh\n(.*?)^```$/ms.exec(section)?.[1]
  if (command === undefined) throw new Error(`docs/internal-callers.md has no stubs for ${language}`)
  for (const part of ['buf.yaml', 'gatehouse', 'third_party'])
    cpSync(join(repositoryRoot, 'proto', part), join(folder, 'proto', part), { recursive: true })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  run('bash', ['-eu', '-c', command], folder, env)
}

export function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): string {
  return execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

export type RunningProgram = ReturnType<typeof startProgram>

/** Runs an example until it ends or `stop` kills it. */
export function startProgram({ command, args, env }: CallerProgram, ...more: string[]) {
  const child: ChildProcess = spawn(command, [...args, ...more], { env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = () => output.split('\n').filter((line) => line !== '')
  return {
    lines,
    /** Resolves when it has printed such a line, after the first `skipped` ones. */
    prints: (pattern: RegExp, skipped = 0) =>
      until(
        () =>
          lines()
            .slice(skipped)
            .some((line) => pattern.test(line)),
        { show: () => `${pattern} in ${output}` },
      ),
    /** The exit code, or null if a signal ended it, and all output. */
    async end() {
      const code = await ended
      return { code, output: output.trim() }
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A folder for one example, which `remove` deletes. */
export function programFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-caller-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
