import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  sendUnaryData,
} from '@grpc/grpc-js'
import { type Call, openCall, scopeOf } from './call.ts'
import { refuse } from './failure-status.ts'
import { incoming } from './stream-reader.ts'
import { outgoing } from './stream-writer.ts'

export type { Call } from './call.ts'

/** Makes an async function an rpc. What it throws reaches the caller as the same ServiceError; anything else is logged as a bug. */
export function handle<Req, Res>(
  verb: (request: Req, call: Call) => Promise<Res> | Res,
): handleUnaryCall<Req, Res> {
  return (grpcCall, callback) => {
    const call = openCall(grpcCall)
    void answer(grpcCall, call, callback, () => verb(grpcCall.request, call))
  }
}

/**
 * The same for an rpc that takes a stream; what is left unread is dropped. A stream whose caller goes away may end like a
 * complete one, since HTTP/2 ends it first and resets it then: what must be whole has to say so in a message.
 */
export function handleClientStream<Req, Res>(
  verb: (messages: AsyncIterable<Req>, call: Call) => Promise<Res>,
): handleClientStreamingCall<Req, Res> {
  return (grpcCall, callback) => {
    const call = openCall(grpcCall)
    void answer(grpcCall, call, callback, () => verb(grpcCall, call))
  }
}

export type ServerStream<Res> = {
  /** Sends one message; dropped when the caller is gone. A caller that reads too slowly is cut off. */
  send(response: Res): void
  /** Aborts when the caller goes away or the server drains. */
  ended: AbortSignal
}

const maxUnread = 1024

/** The same for an rpc that answers with a stream; the stream ends when the function is done. */
export function handleServerStream<Req, Res>(
  verb: (request: Req, feed: ServerStream<Res>, call: Call) => Promise<void>,
): handleServerStreamingCall<Req, Res> {
  return (grpcCall) => {
    const call = openCall(grpcCall)
    const { send, slowReader, endAfter } = outgoing<Res>(grpcCall, call, { maxUnread })
    const ended = AbortSignal.any([call.signal, scopeOf(grpcCall).draining, slowReader])
    endAfter(verb(grpcCall.request, { send, ended }, call))
  }
}

export type Duplex<Req, Res> = {
  /** Ends when the caller ends its side, goes away, or the server drains. */
  messages: AsyncIterable<Req>
  /** Sends one answer; dropped when the caller is gone. A caller that reads too slowly is cut off. */
  send(response: Res): void
}

/** More than of a feed: answers come in the rhythm of what is asked, a burst of which may be answered in one turn. */
const maxUnreadDuplex = 16_384

/** The same for an rpc with a stream both ways; the stream ends when the function is done. */
export function handleDuplex<Req, Res>(
  verb: (stream: Duplex<Req, Res>, call: Call) => Promise<void>,
): handleBidiStreamingCall<Req, Res> {
  return (grpcCall) => {
    const call = openCall(grpcCall)
    const { send, slowReader, endAfter } = outgoing<Res>(grpcCall, call, { maxUnread: maxUnreadDuplex })
    const ended = AbortSignal.any([scopeOf(grpcCall).draining, slowReader])
    endAfter(verb({ messages: incoming<Req>(grpcCall, ended), send }, call))
  }
}

async function answer<Res>(
  grpcCall: { cancelled: boolean },
  call: Call,
  callback: sendUnaryData<Res>,
  run: () => Promise<Res> | Res,
): Promise<void> {
  let response: Res
  try {
    response = await run()
  } catch (error) {
    callback(refuse(error, call, grpcCall.cancelled))
    return
  }
  callback(null, response)
}
