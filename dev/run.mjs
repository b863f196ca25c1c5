// Entry point of every npm script. It needs no package and runs on Node 20, so that it works in a fresh clone.

import { commands } from './run/commands.mjs'
import { buildSources } from './run/compile.mjs'
import { installApiTools, installPackages, installPeers } from './run/install-packages.mjs'

const [name, ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined

process.exitCode = command ? await start(command, args) : usage()

async function start({ needs, run }, given) {
  try {
    if (needs.includes('packages')) await installPackages()
    if (needs.includes('api-tools')) await installApiTools()
    if (needs.includes('peers')) await installPeers()
    if (needs.includes('build')) await buildSources()
    return await run(given)
  } catch (error) {
    console.error(error.message)
    return error.exitCode ?? 1
  }
}

function usage() {
  console.error(
    `${name ? `There is no command "${name}". ` : ''}npm run COMMAND [-- ARGUMENTS], where COMMAND is:`,
  )
  for (const [each, { summary }] of Object.entries(commands)) console.error(`  ${each.padEnd(14)}${summary}`)
  return 2
}
