import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { onPath } from '../system/on-path.ts'
import type { Finding } from './finding.ts'

/** Whether this is the Node that package.json pins. */
export function examineNode(): Finding {
  const { devDependencies } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
  const pinned = `v${devDependencies.node}`
  return process.version === pinned
    ? { state: 'good', thing: 'Node', detail: pinned }
    : { state: 'bad', thing: 'Node', detail: `${process.version}, but ${pinned} is pinned`, fix: 'npm ci' }
}

/** Whether a program is there that only some commands need. */
export function examineTool(program: string, purpose: string): Finding {
  const path = onPath([program])
  return path
    ? { state: 'good', thing: program, detail: path }
    : { state: 'later', thing: program, detail: `not here; only ${purpose} would use it` }
}
