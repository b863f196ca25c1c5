import { existsSync } from 'node:fs'
import { buildImages } from '../images/build-images.mjs'
import { check } from './check.mjs'
import { runChild, runNode, runSupervisor } from './child.mjs'
import { isInstalled } from './install-packages.mjs'
import { inRoot, pinnedNode, tool } from './paths.mjs'
import { test } from './test.mjs'

const fromSource = '--conditions=gatehouse-source'
const mocha = inRoot('node_modules', 'mocha', 'bin', 'mocha.js')

/** The npm scripts: what each needs first, and what it runs with the pinned Node. */
export const commands = {
  start: {
    summary: 'starts all services, prints URLs and example requests (--help for its options)',
    needs: ['packages', 'build'],
    run: (args) => runSupervisor(inRoot('dev/dist/up.js'), ...args),
  },
  dev: {
    summary: 'the same from the sources; a service restarts when its sources change',
    needs: ['packages'],
    run: (args) => runSupervisor(fromSource, inRoot('dev/up.ts'), '--watch', ...args),
  },
  test: {
    summary:
      'runs all tests, or those in the given files; --profile prints the processor time of each file (Linux)',
    needs: ['packages', 'build'],
    run: (args) => test(args),
  },
  'test:stories': {
    summary: 'runs the end-to-end tests',
    needs: ['packages', 'build'],
    run: (args) => runNode(mocha, 'e2e/**/*.test.ts', ...args),
  },
  check: {
    summary:
      'checks types, lint, format, imports, unused code, contracts, generated files, API document, images, manifests (--quick: types and lint)',
    needs: ['packages', 'api-tools'],
    run: (args) => check(args),
  },
  generate: {
    summary: 'writes generated code and docs',
    needs: ['packages', 'api-tools'],
    run: (args) => runNode(fromSource, inRoot('dev/generate.ts'), ...args),
  },
  build: {
    summary: 'emits the JavaScript that runs in production',
    needs: ['packages', 'build'],
    run: () => 0,
  },
  format: {
    summary: 'formats all files and applies safe lint fixes',
    needs: ['packages'],
    run: (args) => runChild(tool('biome'), ['check', '--write', ...(args.length > 0 ? args : ['.'])]),
  },
  routes: {
    summary: 'prints the routes of the API',
    needs: ['packages'],
    run: (args) => runNode(fromSource, inRoot('gateway/src/print-routes.ts'), ...args),
  },
  size: {
    summary: 'prints the size of the product: files, lines, tokens, scripts, contexts, pairs of folders',
    needs: ['packages', 'api-tools'],
    run: () => runNode(fromSource, inRoot('dev/size/main.ts')),
  },
  doctor: {
    summary: 'checks each prerequisite and prints the command that fixes it',
    needs: [],
    run: () => doctor(),
  },
  admin: {
    summary: 'administers a running stack (--help for its commands)',
    needs: ['packages', 'build'],
    run: (args) => runNode(inRoot('admin/dist/main.js'), ...args),
  },
  bench: {
    summary: 'runs the benchmarks',
    needs: ['packages', 'peers', 'build'],
    run: (args) => runNode(inRoot('bench/dist/main.js'), ...args),
  },
  images: {
    summary:
      'builds an image of each service and of admin, with docker, podman or buildah (--local-base: without a registry)',
    needs: [],
    run: (args) => buildImages(args),
  },
}

/** dev/doctor.ts needs the packages, so they are checked here. */
async function doctor() {
  const packagesAreThere = isInstalled()
  console.log(
    packagesAreThere
      ? '✓ packages: match package-lock.json'
      : '✗ packages: missing or outdated\n    fix: npm ci',
  )
  if (!existsSync(pinnedNode)) return 1
  const code = await runNode(fromSource, inRoot('dev/doctor.ts'))
  return packagesAreThere ? code : 1
}
