import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts'
import { until } from './until.ts'

/** The supervisor of a data folder and the processes it started there, in the order of their start. */
type Contents = { owner: ProcessIdentity; stopping: boolean; children: Record<string, ProcessIdentity> }

/** The owner's handle on its record. */
export type ProcessRecord = ReturnType<typeof openRecord>

const maxStoppingMs = 20_000
const graceMs = 5_000

/**
 * Makes this process the only owner of a record file. First ends what a killed owner left running, the last started
 * first; waits for an owner that is stopping; rejects with the pid of any other living owner.
 */
export async function claimRecord(
  file: string,
  onOrphans: (names: string[]) => void = () => {},
): Promise<ProcessRecord> {
  const owner = identify(process.pid)
  if (!owner) throw new Error('cannot read the start time of this process')
  const contents: Contents = { owner, stopping: false, children: {} }
  while (!create(file, contents)) await removeAbandoned(file, onOrphans)
  return openRecord(file, contents)
}

/** Whether a living process owns this record file. */
export function isOwned(file: string): boolean {
  const found = read(file)
  return found !== undefined && isAlive(found.owner)
}

function openRecord(file: string, contents: Contents) {
  const save = () => renameSync(writeDraft(file, contents), file)
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

async function removeAbandoned(file: string, onOrphans: (names: string[]) => void): Promise<void> {
  const found = read(file)
  if (!found) return
  const { owner, children } = found
  if (found.stopping) await until(() => !isAlive(owner), { timeoutMs: maxStoppingMs })
  if (isAlive(owner)) throw new Error(alreadyOwned(owner, file))
  const orphans = Object.entries(children).filter(([, identity]) => isAlive(identity))
  if (orphans.length > 0) onOrphans(orphans.map(([name]) => name))
  for (const [, identity] of orphans.reverse()) await endProcess(identity)
  discard(file, owner)
}

/** Sends SIGTERM, then SIGKILL. */
async function endProcess(target: ProcessIdentity): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(target)) return
    process.kill(target.pid, signal)
    await until(() => !isAlive(target), { timeoutMs: graceMs })
  }
}

/** Two starters may find the same abandoned record: the later one puts the record of the earlier one back. */
function discard(file: string, owner: ProcessIdentity): void {
  const aside = `${file}.${process.pid}.abandoned`
  try {
    renameSync(file, aside)
  } catch (error) {
    ignore('ENOENT', error)
    return
  }
  if (read(aside)?.owner.pid !== owner.pid) linkSync(aside, file)
  rmSync(aside)
}

/** Links a complete file, so that no reader sees a part of it. Returns false if there is a record already. */
function create(file: string, contents: Contents): boolean {
  const draft = writeDraft(file, contents)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    ignore('EEXIST', error)
    return false
  } finally {
    rmSync(draft)
  }
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
    return ignore('ENOENT', error)
  }
}

function ignore(code: string, error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== code) throw error
}

function alreadyOwned({ pid }: ProcessIdentity, file: string): string {
  return [
    `Process ${pid} already runs a stack on ${dirname(file)}.`,
    'Stop it first (Ctrl-C there), or give this one a folder of its own: npm start -- --data DIR --ports auto',
  ].join('\n')
}
