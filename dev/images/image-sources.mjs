import { join } from 'node:path'
import { capture } from '../run/capture.mjs'
import { tool } from '../run/paths.mjs'
import { services } from './build-images.mjs'

const isTest = /\.test\.ts$|\/testing\//

/** Fails with the files of tests that the images would contain. */
export async function imagesContainNoTests() {
  const sources = ['proto', 'service-kit', 'guild-directory', ...services].map(emittedSources)
  const tests = (await Promise.all(sources)).flat().filter((file) => isTest.test(file))
  const advice = (file) => `${file} is part of an image; exclude it in the tsconfig.json of its package`
  return { status: tests.length === 0 ? 0 : 1, output: tests.map(advice).join('\n') }
}

async function emittedSources(workspace) {
  const { stdout } = await capture(tool('tsc'), ['-p', workspace, '--showConfig'])
  return JSON.parse(stdout).files.map((file) => join(workspace, file))
}
