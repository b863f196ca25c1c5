import { appendFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { inRoot } from './paths.mjs'

const file = inRoot('.data', 'prepare.lock')
let isHeld = false

/** Changes node_modules or dist while other npm scripts of this clone wait. */
export async function withLock(work) {
  await acquire()
  isHeld = true
  try {
    return await work()
  } finally {
    isHeld = false
    rmSync(file, { force: true })
  }
}

/** Extends the lock, if this process has it, to a child: npm and tsc continue when only their parent is killed. */
export function shareLock(pid) {
  if (isHeld) appendFileSync(file, ` ${pid}`)
}

async function acquire() {
  mkdirSync(inRoot('.data'), { recursive: true })
  let announced
  while (!create()) {
    const holders = readHolders()
    const holder = holders.find(isAlive)
    if (holder === undefined && holders.length > 0) rmSync(file, { force: true })
    else if (holder !== undefined && holder !== announced)
      console.error(`waiting for process ${holder}, which installs or builds here (${file})`)
    announced = holder
    await delay(200)
  }
}

/** Links a complete file: nobody could release a lock without a pid. */
function create() {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

/** The processes that have the lock; none if it was released meanwhile. */
function readHolders() {
  try {
    return readFileSync(file, 'utf8').split(' ').map(Number)
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
