import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { endProcess } from './end-process.ts'
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts'
import { until } from './until.ts'

/** Who owns a data directory and which processes it started there, in the order of their start. */
type Contents = { owner: ProcessIdentity; stopping: boolean; children: Record<string, ProcessIdentity> }

/** The owner's handle on its record: written before anything else happens to a child, so that no child is forgotten. */
export type ProcessRecord = ReturnType<typeof openRecord>

type ClaimOptions = { onOrphans?: (names: string[]) => void; waitForStopMs?: number }

/**
 * Makes this process the only owner of a record file. What a dead owner left running is ended first, last started
 * first; a living owner is waited for while it is stopping; else this rejects and names its pid.
 */
export async function claimRecord(file: string, options: ClaimOptions = {}): Promise<ProcessRecord> {
  const owner = identify(process.pid)
  if (!owner) throw new Error('cannot read the start time of this process')
  const contents: Contents = { owner, stopping: false, children: {} }
  while (!createFile(file, contents)) await removeDeadRecord(file, options)
  return openRecord(file, contents)
}

/** Whether a living process owns this record file. */
export function isOwned(file: string): boolean {
  const found = read(file)
  return found !== undefined && isAlive(found.owner)
}

function openRecord(file: string, contents: Contents) {
  const save = () => replaceFile(file, contents)
  return {
    add(name: string, pid: number) {
      const identity = identify(pid)
      if (identity) contents.children[name] = identity
      save()
    },
    remove(name: string) {
      delete contents.children[name]
      save()
    },
    markStopping() {
      contents.stopping = true
      save()
    },
    release: () => rmSync(file, { force: true }),
  }
}

async function removeDeadRecord(
  file: string,
  { onOrphans, waitForStopMs = 20_000 }: ClaimOptions,
): Promise<void> {
  let found = read(file)
  if (found?.stopping) {
    const { owner } = found
    await until(() => !isAlive(owner), { timeoutMs: waitForStopMs })
    found = read(file)
  }
  if (!found) return
  if (isAlive(found.owner)) throw new Error(alreadyOwned(found.owner, file))
  await endOrphans(found, onOrphans)
  discard(file, found)
}

async function endOrphans({ children }: Contents, onOrphans: ClaimOptions['onOrphans']): Promise<void> {
  const living = Object.entries(children).filter(([, identity]) => isAlive(identity))
  if (living.length > 0) onOrphans?.(living.map(([name]) => name))
  for (const [, identity] of living.reverse()) await endProcess(identity)
}

/** Two starters may find the same dead record: whoever moved a fresh one away by mistake puts it back. */
function discard(file: string, dead: Contents): void {
  const aside = `${file}.${process.pid}.dead`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (read(aside)?.owner.pid !== dead.owner.pid) linkSync(aside, file)
  rmSync(aside)
}

/** Linking a finished file makes "exists" and "is complete" one step; false when somebody else was first. */
function createFile(file: string, contents: Contents): boolean {
  const draft = writeDraft(file, contents)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft)
  }
}

function replaceFile(file: string, contents: Contents): void {
  renameSync(writeDraft(file, contents), file)
}

function writeDraft(file: string, contents: Contents): string {
  const draft = `${file}.${process.pid}.draft`
  writeFileSync(draft, JSON.stringify(contents, null, 2))
  return draft
}

function read(file: string): Contents | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code
}

function alreadyOwned({ pid }: ProcessIdentity, file: string): string {
  return [
    `process ${pid} already runs a stack on ${dirname(file)}.`,
    'Stop it first (Ctrl-C there), or give this one a folder of its own: npm start -- --data DIR --ports auto',
  ].join('\n')
}
