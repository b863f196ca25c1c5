import { callers } from '@gatehouse/proto/callers'
import { type Call, type Duplex, handle, handleClientStream, handleDuplex } from '../src/grpc/handle.ts'
import { type ServeOptions, type Serving, serve } from '../src/grpc/serve.ts'
import { EchoService } from './echo-service.ts'
import { logLines } from './log-lines.ts'

type Verbs = {
  say?: (request: string, call: Call) => Promise<string> | string
  collect?: (messages: AsyncIterable<string>, call: Call) => Promise<string>
  talk?: (stream: Duplex<string, string>, call: Call) => Promise<void>
}

const gateway = ['gateway']

/** Who may call EchoService under mutual TLS. */
export const echoCallers = {
  'echo.v1.Echo': { Say: gateway, Collect: gateway, Talk: gateway },
}

/** Serves EchoService with the given verbs on a free port of loopback. */
export function serveEcho(verbs: Verbs, options: Partial<ServeOptions> = {}): Promise<Serving> {
  const implementation = {
    say: handle(verbs.say ?? ((text: string) => text)),
    collect: handleClientStream(verbs.collect ?? joined),
    talk: handleDuplex(verbs.talk ?? echoed),
  }
  return serve({
    listen: '127.0.0.1:0',
    services: [[EchoService, implementation]],
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
