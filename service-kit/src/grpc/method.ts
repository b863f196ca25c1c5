export type Method<Req, Res> = {
  path: string
  requestStream: boolean
  responseStream: boolean
  requestSerialize(request: Req): Buffer
  responseDeserialize(bytes: Buffer): Res
}

// biome-ignore lint/suspicious/noExplicitAny: matches methods of all message types, which are inferred again below.
export type AnyMethod = Method<any, any>

export type RequestOf<M extends AnyMethod> = Parameters<M['requestSerialize']>[0]
export type ResponseOf<M extends AnyMethod> = ReturnType<M['responseDeserialize']>

/** Chooses a type by the streams of an rpc. No service has an rpc with a response stream only. */
export type ByStreams<M extends AnyMethod, Unary, ClientStream, Duplex> = M extends { responseStream: true }
  ? Duplex
  : M extends { requestStream: true }
    ? ClientStream
    : Unary
