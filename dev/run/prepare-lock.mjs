import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { inRoot } from './paths.mjs'

const file = inRoot('.data', 'prepare.lock')

/** Does work on node_modules or dist alone, while other npm scripts of this clone wait. */
export async function alone(work) {
  await acquire()
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

async function acquire() {
  mkdirSync(inRoot('.data'), { recursive: true })
  let saidSo = false
  while (!create()) {
    const holder = Number(readOrEmpty())
    if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true })
    else if (!saidSo) console.error(`waiting for process ${holder}, which installs or builds here (${file})`)
    saidSo = true
    await delay(200)
  }
}

function create() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function readOrEmpty() {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
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
