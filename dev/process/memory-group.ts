import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessSpec } from './managed-process.ts'

/** Processes that share a limit of memory, as those of a pod do. */
export type MemoryGroup = {
  /** The process is in the group before it starts, and keeps its id. */
  wrap(spec: ProcessSpec): ProcessSpec
  /** How many processes the kernel ended because of the limit. */
  oomKills(): number
  /** The most bytes that were used at once. Those of cached files are included, which the kernel frees before it ends a process. */
  peak(): number
  /** After its processes ended. */
  remove(): void
}

type Parent = {
  folder: string
  /** The files that limit a group, with what is written to them; swap is limited only where the kernel counts it. */
  limits(bytes: number): { required: Record<string, string>; ifPresent: Record<string, string> }
  kills: string
  peak: string
}

const prefix = 'gatehouse-'
/** Version 2 has limits only in groups whose parent has no process of its own. */
const leaf = `${prefix}processes`
const mebibyte = 1024 * 1024
let made = 0

/** A control group of Linux, version 1 or 2; `skipped` says why this machine or this user has none. `proc` for tests. */
export function memoryGroup(mebibytes: number, proc = '/proc'): MemoryGroup | { skipped: string } {
  if (!existsSync(join(proc, 'self/cgroup'))) return { skipped: 'this system has no control groups' }
  try {
    const parent = parentOfVersion1(proc) ?? parentOfVersion2(proc)
    if (parent === null) return { skipped: 'no memory controller is mounted' }
    removeLeftovers(parent.folder, proc)
    return makeGroup(parent, mebibytes * mebibyte)
  } catch (error) {
    return { skipped: error instanceof Error ? error.message : String(error) }
  }
}

function makeGroup({ folder: parent, limits, kills, peak }: Parent, bytes: number): MemoryGroup {
  made += 1
  const folder = join(parent, `${prefix}${process.pid}-${made}`)
  mkdirSync(folder)
  const { required, ifPresent } = limits(bytes)
  const optional = Object.entries(ifPresent).filter(([file]) => existsSync(join(folder, file)))
  for (const [file, value] of [...Object.entries(required), ...optional])
    writeFileSync(join(folder, file), value)
  return {
    wrap: (spec) => ({
      ...spec,
      command: 'sh',
      args: ['-c', 'echo $$ >"$0" && exec "$@"', join(folder, 'cgroup.procs'), spec.command, ...spec.args],
    }),
    oomKills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(folder, kills), 'utf8'))?.[1]),
    peak: () => Number(readFileSync(join(folder, peak), 'utf8')),
    remove: () => rmdirSync(folder),
  }
}

function parentOfVersion1(proc: string): Parent | null {
  const mount = mountsOf(proc).find(({ type, options }) => type === 'cgroup' && options.includes('memory'))
  const own = /^\d+:[^:\n]*\bmemory\b[^:\n]*:(.*)$/m.exec(
    readFileSync(join(proc, 'self/cgroup'), 'utf8'),
  )?.[1]
  if (!mount || own === undefined) return null
  // In a container the path can be that of the host.
  const folder = [join(mount.folder, own), mount.folder].find(existsSync) ?? mount.folder
  return {
    folder,
    limits: (bytes) => ({
      required: { 'memory.limit_in_bytes': String(bytes) },
      ifPresent: { 'memory.memsw.limit_in_bytes': String(bytes) },
    }),
    kills: 'memory.oom_control',
    peak: 'memory.max_usage_in_bytes',
  }
}

function parentOfVersion2(proc: string): Parent | null {
  const mount = mountsOf(proc).find(({ type }) => type === 'cgroup2')
  const own = /^0::(.*)$/m.exec(readFileSync(join(proc, 'self/cgroup'), 'utf8'))?.[1]
  if (!mount || own === undefined) return null
  const folder = join(mount.folder, own.replace(new RegExp(`/${leaf}$`), ''))
  if (!wordsOf(folder, 'cgroup.controllers').includes('memory')) return null
  if (!wordsOf(folder, 'cgroup.subtree_control').includes('memory')) limitChildren(folder)
  return {
    folder,
    limits: (bytes) => ({
      required: { 'memory.max': String(bytes) },
      ifPresent: { 'memory.swap.max': '0' },
    }),
    kills: 'memory.events',
    peak: 'memory.peak',
  }
}

/** Moves the processes of the group, such as this one, to a group below it, where nothing limits them. */
function limitChildren(folder: string): void {
  mkdirSync(join(folder, leaf), { recursive: true })
  for (const pid of wordsOf(folder, 'cgroup.procs')) writeFileSync(join(folder, leaf, 'cgroup.procs'), pid)
  writeFileSync(join(folder, 'cgroup.subtree_control'), '+memory')
}

function mountsOf(proc: string): { folder: string; type: string; options: string[] }[] {
  return readFileSync(join(proc, 'self/mounts'), 'utf8')
    .split('\n')
    .map((line) => {
      const [, folder = '', type = '', options = ''] = line.split(' ')
      return { folder, type, options: options.split(',') }
    })
}

function wordsOf(folder: string, file: string): string[] {
  return readFileSync(join(folder, file), 'utf8').split(/\s+/).filter(Boolean)
}

/** Those of processes that ended without removing theirs. A group with a process in it stays. */
function removeLeftovers(folder: string, proc: string): void {
  for (const name of readdirSync(folder)) {
    const [, owner] = /^gatehouse-(\d+)-\d+$/.exec(name) ?? []
    if (owner === undefined || existsSync(join(proc, owner))) continue
    try {
      rmdirSync(join(folder, name))
    } catch {
      // Somebody else's process may run in it.
    }
  }
}
