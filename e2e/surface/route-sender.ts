import type { Route } from '@gatehouse/gateway/http/route'
import type { DevStack } from '../dev-stack.ts'
import { type Caller, createCaller, filled, parametersOf } from './caller.ts'
import { documentationOf } from './documented.ts'
import { assertDocumented } from './documented-answer.ts'
import { type Answer, type Sent, send } from './send.ts'
import { assertValidResponse } from './valid-response.ts'

const json = { 'content-type': 'application/json' }

/** Bodies as text, for the message of a failure. */
export const shown = (value: unknown) => JSON.stringify(value).slice(0, 80)

/** Sends requests to one route, as a new account for the tests of a `describe`. */
export function useRouteSender(stack: DevStack, route: Route) {
  const sample = documentationOf(route).body?.sample
  let caller: Caller
  let path: string
  before(async () => {
    caller = await createCaller(stack, parametersOf(route.path))
    path = filled(route.path, caller.params)
  })

  return {
    caller: () => caller,
    path: () => path,

    /** Sends a valid request with some changes; checks that every response is presentable. */
    async request(change: Partial<Sent> & { json?: unknown } = {}): Promise<Answer> {
      const body = 'body' in change ? change.body : JSON.stringify('json' in change ? change.json : sample)
      const sent: Sent = {
        method: change.method ?? route.method.toUpperCase(),
        path: change.path ?? path,
        headers: {
          ...(route.access === 'account' ? { authorization: caller.person.token } : {}),
          ...(body === undefined ? {} : json),
          ...change.headers,
        },
        body,
      }
      const response = await send(stack.network().urls.gateway, sent)
      const what = `${sent.method} ${sent.path} ${shown(change)}`
      const hidden = Object.values(stack.network().env).filter((value) => !value.startsWith('http'))
      assertValidResponse(response, what, {
        plainErrors: route.errorText !== undefined,
        hidden,
      })
      assertDocumented(sent, { ...response, body: bodyOf(response) })
      return response
    },
  }
}

function bodyOf({ headers, text }: Answer): unknown {
  return headers.get('content-type')?.startsWith('application/json') && text !== '' ? JSON.parse(text) : text
}
