import { callers } from '@gatehouse/proto/callers'
import { type ServeOptions, type Serving, serve } from '../src/grpc/serve.ts'
import type { Duplex, Handlers } from '../src/grpc/server-call.ts'
import { EchoService } from './echo-service.ts'
import { logLines } from './log-lines.ts'

const gateway = ['gateway']

export const echoCallers = {
  'echo.v1.Echo': { Say: gateway, Collect: gateway, Talk: gateway },
}

export function serveEcho(
  handlers: Partial<Handlers<typeof EchoService>>,
  options: Partial<ServeOptions> = {},
): Promise<Serving> {
  const all: Handlers<typeof EchoService> = {
    say: (text) => text,
    collect: joined,
    talk: echoed,
    ...handlers,
  }
  return serve({
    listen: '127.0.0.1:0',
    services: [[EchoService, all]],
    log: logLines().log,
    callers: { ...callers, ...echoCallers },
    ...options,
  })
}

async function joined(messages: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const message of messages) all.push(message)
  return `${all.join(',')}.`
}

async function echoed({ messages, send }: Duplex<string, string>): Promise<void> {
  for await (const message of messages) send(message)
}
