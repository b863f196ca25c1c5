import { parseArgs } from 'node:util'
import { benchStack } from './bench-stack.ts'
import { printFigures, recordFigures } from './results.ts'
import type { Scenario } from './scenario.ts'
import { endSessions } from './scenarios/end-sessions.ts'
import { executeCodeHost } from './scenarios/execute-code-host.ts'
import { forgotTiming } from './scenarios/forgot-timing.ts'
import { largeBodies } from './scenarios/large-bodies.ts'
import { login } from './scenarios/login.ts'
import { loginStorm } from './scenarios/login-storm.ts'
import { loginTiming } from './scenarios/login-timing.ts'
import { loginTotp } from './scenarios/login-totp.ts'
import { manySessions } from './scenarios/many-sessions.ts'
import { manyWebhooks } from './scenarios/many-webhooks.ts'
import { renderPush } from './scenarios/render-push.ts'
import { traces } from './scenarios/traces.ts'
import { verifyRandomSessions } from './scenarios/verify-random-sessions.ts'
import { verifySession } from './scenarios/verify-session.ts'

const scenarios: Scenario[] = [
  verifySession,
  verifyRandomSessions,
  endSessions,
  login,
  loginStorm,
  loginTiming,
  loginTotp,
  forgotTiming,
  executeCodeHost,
  renderPush,
  largeBodies,
  manySessions,
  manyWebhooks,
  traces,
]
const optIn = scenarios.filter(({ isOptIn }) => isOptIn).map(({ name }) => name)

const help = `npm run bench [-- [--seconds N] [--record] [SCENARIO ...]]

Starts a stack of its own, measures each scenario and its limit in the same run, and prints their ratios.
  --seconds N   how long each load lasts (default 10)
  --record      add the figures to bench/results.jsonl, results.md and the plots
Scenarios: ${scenarios.map(({ name }) => name).join(', ')} (default: all but ${optIn.join(', ')})`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

process.exitCode = await main()

async function main(): Promise<number> {
  if (values.help) return say(help, 0)
  const seconds = Number(values.seconds)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 300) return say('--seconds takes 1 to 300.', 2)
  const unknown = positionals.find((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown !== undefined) return say(`There is no scenario "${unknown}".\n\n${help}`, 2)

  const isChosen = ({ name, isOptIn }: Scenario) =>
    positionals.length === 0 ? !isOptIn : positionals.includes(name)
  const chosen = scenarios.filter(isChosen)
  await using stack = await benchStack()
  const figures = []
  for (const scenario of chosen) figures.push(...(await scenario.run(stack.target, seconds)))
  printFigures(figures)
  if (values.record) await recordFigures(figures)
  return 0
}

function say(text: string, exitCode: number): number {
  console.log(text)
  return exitCode
}
