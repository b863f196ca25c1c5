import type { Route } from '@gatehouse/gateway/http/route'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { shortestCpuMs } from '@gatehouse/service-kit/testing/shortest-cpu-ms'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'
import { longHeaderValues, readHeaders } from './surface/odd-values.ts'
import { useRouteSender } from './surface/route-sender.ts'

const patterns = Object.entries(longHeaderValues)

/** Routes of one kind read the same headers. */
const kindOf = ({ access, body, isSenderBody, errorText }: Route) =>
  JSON.stringify([access, Boolean(body), Boolean(isSenderBody), Boolean(errorText)])

describe('a header of 15 KB', () => {
  const stack = openDevStack()
  const kinds = new Set<string>()

  for (const [index, route] of apiRoutes.entries()) {
    const isFirst = !kinds.has(kindOf(route))
    kinds.add(kindOf(route))
    // Every header at the first route of each kind, one header of each pattern at the others.
    const namesOf = (pattern: number) =>
      isFirst ? readHeaders : [readHeaders[(index + pattern) % readHeaders.length] ?? '']

    describe(`of ${route.method.toUpperCase()} ${route.path}`, () => {
      const { request } = useRouteSender(stack, route)

      it('needs at most 100 ms more processor time', async () => {
        const limitMs = 100 + (await shortestCpuMs(0, request))
        for (const [number, [pattern, value]] of patterns.entries()) {
          for (const name of namesOf(number)) {
            const ms = await shortestCpuMs(limitMs, () => request({ headers: { [name]: value } }))
            expect(ms, `${name} of ${pattern}`).to.be.below(limitMs)
          }
        }
      })
    })
  }
})
