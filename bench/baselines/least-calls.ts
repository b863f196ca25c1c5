import {
  type Client,
  credentials,
  Metadata,
  makeGenericClientConstructor,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { type Baseline, type Calls, startPart } from './start-baseline.ts'

type Unary = (request: unknown, done: (error: Error | null, response: unknown) => void) => void

const codec = {
  requestSerialize: (value: unknown) => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (bytes: Buffer) => JSON.parse(bytes.toString()),
  responseSerialize: (value: unknown) => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (bytes: Buffer) => JSON.parse(bytes.toString()),
}
const definition = {
  unary: { path: '/least/unary', requestStream: false, responseStream: false, ...codec },
  stream: { path: '/least/stream', requestStream: true, responseStream: true, ...codec },
}

/** Serves each call as a gRPC call of its own, and all of a turn of the event loop in one message of a stream; returns the address. */
export async function serveCalls<Request>(handle: (request: Request) => Promise<unknown>): Promise<string> {
  const server = new Server({ 'grpc.enable_channelz': 0 })
  server.addService(definition, {
    unary: ({ request }: ServerUnaryCall<Request, unknown>, done: sendUnaryData<unknown>) =>
      handle(request).then((response) => done(null, response), done),
    stream: (call: ServerDuplexStream<[number, Request][], [number, unknown][]>) => {
      const send = perTurn((responses: [number, unknown][]) => call.write(responses))
      call.on('data', (requests: [number, Request][]) => {
        for (const [id, request] of requests) void handle(request).then((response) => send([id, response]))
      })
    },
  })
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  return `127.0.0.1:${port}`
}

/** Starts a part of a least program, and returns a function that calls it. */
export async function startCalled<Request, Response>(
  part: string,
  calls: Calls,
): Promise<{ call: (request: Request) => Promise<Response>; pids: Baseline['pids'] }> {
  const { url, pids } = await startPart(part, calls)
  const Least = makeGenericClientConstructor(definition, 'least')
  const client = new Least(url, credentials.createInsecure(), { 'grpc.enable_channelz': 0 })
  return { call: calls === 'unary' ? unary(client.unary as unknown as Unary, client) : stream(client), pids } // as defined above
}

function unary<Request, Response>(method: Unary, client: Client) {
  return (request: Request) =>
    new Promise<Response>(
      (resolve, reject) =>
        method.call(client, request, (error, response) =>
          error ? reject(error) : resolve(response as Response),
        ), // of the handler
    )
}

function stream<Request, Response>(client: Client) {
  const call = client.makeBidiStreamRequest(
    '/least/stream',
    codec.requestSerialize,
    codec.responseDeserialize,
    new Metadata({ waitForReady: true }),
  )
  const waiting = new Map<number, (response: Response) => void>()
  call.on('data', (responses: [number, Response][]) => {
    for (const [id, response] of responses) {
      waiting.get(id)?.(response)
      waiting.delete(id)
    }
  })
  let last = 0
  const send = perTurn((requests: [number, Request][]) => call.write(requests))
  return (request: Request) =>
    new Promise<Response>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      send([last, request])
    })
}

/** Writes what is sent in one turn of the event loop at once. */
function perTurn<Item>(write: (items: Item[]) => void): (item: Item) => void {
  let items: Item[] = []
  return (item) => {
    if (items.push(item) > 1) return
    setImmediate(() => {
      const sent = items
      items = []
      write(sent)
    })
  }
}
