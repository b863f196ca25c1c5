import { spawn } from 'node:child_process'
import { pinnedEnvironment, root } from './paths.mjs'

/** Runs a program without a terminal; returns its exit code and what it wrote. */
export function capture(program, args, { cwd = root, env = {} } = {}) {
  const stdio = ['ignore', 'pipe', 'pipe']
  const child = spawn(program, args, { cwd, env: { ...pinnedEnvironment(), ...env }, stdio })
  const written = { stdout: '', output: '' }
  const collect = (stream, names) =>
    stream.setEncoding('utf8').on('data', (text) => {
      for (const name of names) written[name] += text
    })
  collect(child.stdout, ['stdout', 'output'])
  collect(child.stderr, ['output'])
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status: status ?? 1, ...written }))
  })
}
