import { existsSync } from 'node:fs'
import { buildImages } from './build-images.mjs'
import { check } from './check.mjs'
import { runChild, runNode, runSupervisor } from './child.mjs'
import { isInstalled } from './install-packages.mjs'
import { inRoot, pinnedNode, tool } from './paths.mjs'

const fromSource = '--conditions=gatehouse-source'
const mocha = inRoot('node_modules', 'mocha', 'bin', 'mocha.js')

/** Every npm script: what it needs to be there first, and what it then runs under the pinned Node. */
export const commands = {
  start: {
    summary: 'the whole house, with URLs and curls printed (--help for its options)',
    needs: ['packages', 'build'],
    run: (args) => runSupervisor(inRoot('dev/dist/up.js'), ...args),
  },
  dev: {
    summary: 'the same from the sources, restarting what changed',
    needs: ['packages'],
    run: (args) => runSupervisor(fromSource, inRoot('dev/up.ts'), '--watch', ...args),
  },
  test: {
    summary: 'every test, or those in the files named',
    needs: ['packages', 'build'],
    run: (args) => runNode(mocha, ...args),
  },
  'test:stories': {
    summary: 'the end-to-end tests',
    needs: ['packages', 'build'],
    run: (args) => runNode(mocha, 'e2e/**/*.test.ts', ...args),
  },
  check: {
    summary: 'types, lint, format, unused code, contracts, generated files, images, manifests',
    needs: ['packages'],
    run: () => check(),
  },
  generate: {
    summary: 'contracts to code, routes to openapi.json, catalogue to errors.md',
    needs: ['packages'],
    run: (args) => runNode(fromSource, inRoot('dev/generate.ts'), ...args),
  },
  build: {
    summary: 'emits the JavaScript that runs in production',
    needs: ['packages', 'build'],
    run: () => 0,
  },
  format: {
    summary: 'formats every file and repairs what lint can repair',
    needs: ['packages'],
    run: (args) => runChild(tool('biome'), ['check', '--write', ...(args.length > 0 ? args : ['.'])]),
  },
  routes: {
    summary: 'the API as a table',
    needs: ['packages'],
    run: (args) => runNode(fromSource, inRoot('gateway/src/print-routes.ts'), ...args),
  },
  doctor: {
    summary: 'each prerequisite with a tick, or the command that fixes it',
    needs: [],
    run: () => doctor(),
  },
  admin: {
    summary: 'administration of a running stack (--help for its commands)',
    needs: ['packages', 'build'],
    run: (args) => runNode(inRoot('admin/dist/main.js'), ...args),
  },
  bench: {
    summary: 'the benchmarks',
    needs: ['packages', 'build'],
    run: (args) => runNode(inRoot('bench/dist/main.js'), ...args),
  },
  images: {
    summary: 'one container image for each service',
    needs: [],
    run: () => buildImages(),
  },
}

/** The packages are examined here, since the rest of the doctor needs them. */
async function doctor() {
  const packagesAreThere = isInstalled()
  console.log(
    packagesAreThere
      ? '✓ packages: as package-lock.json says'
      : '✗ packages: missing or outdated\n    fix: npm ci',
  )
  if (!existsSync(pinnedNode)) return 1
  const code = await runNode(fromSource, inRoot('dev/doctor.ts'))
  return packagesAreThere ? code : 1
}
