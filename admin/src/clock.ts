import { toDuration } from '@gatehouse/service-kit/time/duration'
import { Argument, type Command } from 'commander'
import type { Run } from './action.ts'
import { answered } from './answered.ts'
import { ExplainedError } from './explained-error.ts'
import { parseDuration } from './options.ts'
import type { Services } from './services.ts'

type Clock = ReturnType<Services['clocks']>[number]

/** `admin clock …`: moves the clock of a stack that runs with GATEHOUSE_TEST_CLOCK=1 */
export function addClockCommands(program: Command, run: Run): void {
  const clock = program
    .command('clock')
    .description('The clock of a stack that was started with GATEHOUSE_TEST_CLOCK=1')
    .addHelpText('after', '\nExample:\n  npm run admin -- clock advance 5m')
  clock
    .command('now')
    .description('Shows the clock of every process')
    .addHelpText('after', '\nExample:\n  npm run admin -- clock now')
    .action(run(async ({ clocks }) => Promise.all(movable(clocks()).map(show))))
  clock
    .command('advance')
    .description('Advances the clock of every process')
    .addArgument(new Argument('<duration>', 'such as 90s, 5m, 1h or 31d').argParser(parseDuration))
    .addHelpText('after', '\nExample:\n  npm run admin -- clock advance 5m')
    .action(
      run<number>(async ({ clocks }, ms) => {
        const all = movable(clocks())
        // All processes must answer before any clock is moved, so that the clocks stay equal.
        await Promise.all(all.map(show))
        await Promise.all(all.map(({ clock }) => clock.advance({ by: toDuration(ms) })))
        return Promise.all(all.map(show))
      }),
    )
}

function movable(clocks: Clock[]): Clock[] {
  if (clocks.length > 0) return clocks
  throw new ExplainedError('The clock of this stack cannot be moved. Start it with GATEHOUSE_TEST_CLOCK=1.')
}

async function show({ process, address, clock }: Clock) {
  const { now } = await clock.now({})
  return { process, address, now: answered(now).toISOString() }
}
