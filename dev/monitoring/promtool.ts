import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../system/cache-folder.ts'
import { isExecutable, onPath } from '../system/on-path.ts'

/**
 * The path of promtool, null if it cannot be obtained. The Debian package is unpacked and not installed, because its
 * installation starts a Prometheus server.
 */
export async function obtainPromtool(): Promise<string | null> {
  const cached = join(cacheFolder(), 'promtool')
  const found = onPath(['promtool']) ?? (isExecutable(cached) ? cached : null)
  return found ?? unpackTo(cached).catch(() => null)
}

async function unpackTo(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-promtool-'))
  try {
    const run = (command: string, args: string[]) => promisify(execFile)(command, args, { cwd: folder })
    await run('apt-get', ['download', '-q', 'prometheus'])
    const [archive = ''] = await readdir(folder)
    await run('dpkg-deb', ['--extract', archive, '.'])
    await mkdir(dirname(file), { recursive: true })
    // Another process may run or obtain the same file.
    const partial = `${file}.${process.pid}`
    await copyFile(join(folder, 'usr/bin/promtool'), partial)
    await rename(partial, file)
    return file
  } finally {
    await rm(folder, { recursive: true })
  }
}
