import { startProcesses } from './processes.ts'
import { startIdentityProvider } from './stack/identity-provider.ts'
import { printFirstSteps } from './stack/print-first-steps.ts'
import { stackTable } from './stack/print-stack.ts'
import { help, parseUpOptions } from './stack/up-options.ts'

const startedAt = performance.now()
const interruptedExitCode = 130

/** The factor on every limit, so that nobody who tries requests by hand reaches one. */
const developmentLimitsScale = '20'

process.exitCode = await up(process.argv.slice(2))

async function up(args: string[]): Promise<number> {
  const ending = abortOnSignals()
  try {
    const { isHelp, hasSso, stack: options } = parseUpOptions(args, process.env)
    if (isHelp) {
      console.log(help)
      return 0
    }
    const stack = await startProcesses({ ...options, env: developmentSettings(hasSso), say, signal: ending })
    say(`ready: ${stack.gateway}`)
    console.log(stackTable(stack, stack.folder))
    const provider = hasSso ? await startIdentityProvider(stack.gateway) : null
    if (provider) console.log(provider.help)
    await printFirstSteps(stack, process.env)
    await aborted(ending)
    provider?.stop()
    await stack.stop()
    say('stopped')
    return 0
  } catch (error) {
    if (ending.aborted) say('stopped before it was ready')
    else console.error(error instanceof Error ? error.message : error)
    return ending.aborted ? interruptedExitCode : 1
  }
}

/** The first signal stops the stack in order; later ones change nothing about that order. */
function abortOnSignals(): AbortSignal {
  const ending = new AbortController()
  const end = () => {
    say(ending.signal.aborted ? 'still stopping' : 'stopping')
    ending.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  // The npm script that started this process was killed: nobody else could stop this stack.
  if (process.channel) process.once('disconnect', end)
  process.channel?.unref()
  // After its terminal is closed, this process still has to stop the others in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return ending.signal
}

function developmentSettings(hasSso: boolean): NodeJS.ProcessEnv {
  const isProduction = process.env.NODE_ENV === 'production'
  const browsers = isProduction ? {} : { GATEHOUSE_CORS_LOCALHOST: '1' }
  const provider = hasSso ? { GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' } : {}
  const env: NodeJS.ProcessEnv = { ...browsers, ...provider, ...process.env }
  if (env.GATEHOUSE_CORS_LOCALHOST === '1')
    say('web pages of localhost may call the API and use passkeys (GATEHOUSE_CORS_LOCALHOST)')
  if (env.GATEHOUSE_LIMITS_SCALE !== undefined) return env
  say(`limits are ${developmentLimitsScale} times wider than in production (GATEHOUSE_LIMITS_SCALE)`)
  return { ...env, GATEHOUSE_LIMITS_SCALE: developmentLimitsScale }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // Without child processes, as when every store is given, nothing else keeps this process running.
    const timer = setInterval(() => {}, 60_000)
    const finish = () => {
      clearInterval(timer)
      resolve()
    }
    if (signal.aborted) finish()
    else signal.addEventListener('abort', finish, { once: true })
  })
}

function say(line: string): void {
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(2).padStart(6)} s  ${line}`)
}
