import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture } from './capture.mjs'
import { inRoot, pinnedNode, root } from './paths.mjs'

const generator = { program: pinnedNode, args: ['--conditions=gatehouse-source', inRoot('dev/generate.ts')] }

/**
 * Runs `npm run generate`, and reports the files that it changed, staged or not. .gitattributes lists the same files for
 * reviewers.
 */
export async function generatedFilesAreFresh({ program, args } = generator, folder = root) {
  const git = async (...given) => (await capture('git', given, { cwd: folder })).stdout.trim()
  if ((await git('rev-parse', '--git-dir')) === '')
    return skipped('not a git checkout, nothing to compare with')
  const before = await treeOf(folder)
  const generated = await capture(program, args, { cwd: folder })
  if (generated.status !== 0) return failed(generated.output)
  const changed = await git('diff', '--name-only', before, await treeOf(folder))
  if (changed !== '') return failed(`These were stale and are generated now; commit them:\n${changed}`)
  const paths = generated.stdout.trim().split('\n')
  const anyFileIn = (path) => (statSync(join(folder, path)).isDirectory() ? `${path}/any` : path)
  const attributes = await git('check-attr', 'linguist-generated', '--', ...paths.map(anyFileIn))
  const unmarked = attributes.split('\n').filter((line) => line !== '' && !line.endsWith(': true'))
  return unmarked.length === 0 ? passed : failed(`add to .gitattributes:\n${unmarked.join('\n')}`)
}

const passed = { status: 0, output: '' }
const failed = (output) => ({ status: 1, output })
const skipped = (output) => ({ status: null, output })

/** The id of a git tree of all files that are not ignored, staged or not. */
async function treeOf(folder) {
  const index = mkdtempSync(join(tmpdir(), 'gatehouse-index-'))
  try {
    const env = { GIT_INDEX_FILE: join(index, 'index') }
    await capture('git', ['add', '--all'], { cwd: folder, env })
    return (await capture('git', ['write-tree'], { cwd: folder, env })).stdout.trim()
  } finally {
    rmSync(index, { recursive: true, force: true })
  }
}
