import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root, tool } from '../run/paths.mjs'
import { services } from './build-images.mjs'

const isTest = /\.test\.ts$|\/testing\//

/** Prints the files of tests that the images would contain; returns the exit code. */
export function imagesContainNoTests() {
  const tests = ['proto', 'service-kit', 'guild-directory', ...services]
    .flatMap(emittedSources)
    .filter((file) => isTest.test(file))
  for (const file of tests)
    console.log(`${file} is part of an image; exclude it in the tsconfig.json of its package`)
  return tests.length === 0 ? 0 : 1
}

function emittedSources(workspace) {
  const { stdout } = spawnSync(tool('tsc'), ['-p', workspace, '--showConfig'], {
    cwd: root,
    encoding: 'utf8',
  })
  return JSON.parse(stdout).files.map((file) => join(workspace, file))
}
