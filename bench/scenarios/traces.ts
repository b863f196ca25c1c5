import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tracing } from '@gatehouse/service-kit/tracing/tracing'
import { benchStack } from '../bench-stack.ts'
import { formatProcessorTime, interleave, type Measured, totalUs } from '../interleave.ts'
import { soundLoad } from '../load.ts'
import { type Figure, firstAccount, pidsOf, type Scenario, type Target } from '../scenario.ts'

const path = '/auth/sessions/current'
const connections = 64
const processes = ['gateway', 'session-service']
/** More than a session check has: the request, two sides of the verification, and the Redis command. */
const placesPerRequest = 10

/** Processor time of a session check without traces and with a trace of each tenth request. Starts a second stack. */
export const traces: Scenario = {
  name: 'traces',
  isOptIn: true,
  async run(target, seconds) {
    const collector = await startCollector()
    await using stack = await benchStack({}, { GATEHOUSE_TRACES_URL: collector.url })
    const measured = await interleave(seconds, { off: checks(target), tenth: checks(stack.target) })
    collector.close()
    return [offFigure(measured.off), tenthFigure(measured, collector.exports())]
  },
}

async function startCollector() {
  let exports = 0
  const server = createServer((request, response) => {
    exports += 1
    request.resume().once('end', () => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    exports: () => exports,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function checks(target: Target) {
  const headers = { authorization: firstAccount(target.seeded).token }
  return {
    run: (duration: number) =>
      soundLoad({ url: target.gateway + path, headers, connections, seconds: duration }),
    pids: pidsOf(target, processes),
  }
}

function offFigure(off: Measured): Figure {
  const addedUs = (placesPerRequest * nanosecondsPerPlace()) / 1000
  const checkUs = totalUs(off)
  return {
    scenario: `session check without traces: ${placesPerRequest} places that ask whether to trace`,
    measured: `${addedUs.toFixed(3)} us`,
    limit: formatProcessorTime(off),
    ratio: (checkUs - addedUs) / checkUs,
    goal: '>= 0.999',
  }
}

function tenthFigure({ off, tenth }: Record<'off' | 'tenth', Measured>, exports: number): Figure {
  return {
    scenario: `session check with a trace of each tenth request`,
    detail: `${exports} exports`,
    measured: formatProcessorTime(tenth),
    limit: `without traces ${formatProcessorTime(off)}`,
    ratio: totalUs(off) / totalUs(tenth),
    goal: '>= 0.8',
  }
}

function nanosecondsPerPlace(): number {
  const rounds = 10_000_000
  let spans = 0
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1)
    if (tracing()?.start({ name: 'a', kind: 'client', attributes: { round } })) spans += 1
  if (spans > 0) throw new Error('Traces are on.')
  return ((performance.now() - startedAt) * 1e6) / rounds
}
