import { type Stack, startProcesses } from './processes.ts'
import { instancesOf } from './stack/instances.ts'
import { printFirstSteps } from './stack/print-first-steps.ts'
import { stackTable } from './stack/print-stack.ts'
import { services } from './stack/service-table.ts'
import { developmentLimitsScale } from './stack/settings.ts'
import { help, parseUpOptions } from './stack/up-options.ts'
import { watchSources } from './stack/watch-sources.ts'

const startedAt = performance.now()
const interruptedExitCode = 130

process.exitCode = await up(process.argv.slice(2))

async function up(args: string[]): Promise<number> {
  const ending = endOnSignals()
  try {
    const { isHelp, isWatching, stack: options } = parseUpOptions(args, process.env)
    if (isHelp) return print(help)
    const stack = await startProcesses({ ...options, env: developmentSettings(), say, signal: ending })
    say(`ready: ${stack.gateway}`)
    print(stackTable(stack, stack.folder))
    await printFirstSteps(stack, process.env)
    if (isWatching) restartOnChange(stack, options.replicas ?? {}, ending)
    await aborted(ending)
    await stack.stop()
    say('stopped')
    return 0
  } catch (error) {
    if (ending.aborted) say('stopped before it was ready')
    else console.error(error instanceof Error ? error.message : error)
    return ending.aborted ? interruptedExitCode : 1
  }
}

/** The first signal ends the stack in order; later ones change nothing about that order. */
function endOnSignals(): AbortSignal {
  const ending = new AbortController()
  const end = () => {
    say(ending.signal.aborted ? 'still stopping' : 'stopping')
    ending.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  // The npm script that started us was killed: nobody could stop this stack any more.
  if (process.channel) process.once('disconnect', end)
  process.channel?.unref()
  // A closed terminal takes our output away, which must not keep us from stopping in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return ending.signal
}

function developmentSettings(): NodeJS.ProcessEnv {
  const pages = process.env.NODE_ENV === 'production' ? {} : { GATEHOUSE_HANDOFF_PAGE: '1' }
  const env: NodeJS.ProcessEnv = { ...pages, ...process.env }
  if (env.GATEHOUSE_LIMITS_SCALE !== undefined) return env
  say(`limits are ${developmentLimitsScale} times wider than in production (GATEHOUSE_LIMITS_SCALE)`)
  return { ...env, GATEHOUSE_LIMITS_SCALE: developmentLimitsScale }
}

function restartOnChange(stack: Stack, replicas: Record<string, number>, signal: AbortSignal): void {
  const restart = async (name: string) => {
    say(`restarting ${name}`)
    await stack.restart(name).then(
      () => say(`${name} is ready`),
      (error: Error) => say(error.message),
    )
  }
  watchSources({
    services,
    signal,
    onChange: (touched) => {
      for (const { name } of instancesOf(touched, replicas)) void restart(name)
    },
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // Besides waiting, this keeps the process alive when every store was given and nothing else does.
    const alive = setInterval(() => {}, 60_000)
    const finish = () => {
      clearInterval(alive)
      resolve()
    }
    if (signal.aborted) finish()
    else signal.addEventListener('abort', finish, { once: true })
  })
}

function say(line: string): void {
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(2).padStart(6)} s  ${line}`)
}

function print(text: string): number {
  console.log(text)
  return 0
}
