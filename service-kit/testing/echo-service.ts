const bytesOf = (text: string) => Buffer.from(text)
const textOf = (bytes: Buffer) => bytes.toString()
const texts = {
  requestSerialize: bytesOf,
  requestDeserialize: textOf,
  responseSerialize: bytesOf,
  responseDeserialize: textOf,
}

/** A service of plain, non-empty texts (grpc-js takes a falsy message for none) with an rpc of each shape in use, in the form of the generated definitions. */
export const EchoService = {
  say: {
    path: '/echo.v1.Echo/Say' as const,
    requestStream: false as const,
    responseStream: false as const,
    ...texts,
  },
  collect: {
    path: '/echo.v1.Echo/Collect' as const,
    requestStream: true as const,
    responseStream: false as const,
    ...texts,
  },
  talk: {
    path: '/echo.v1.Echo/Talk' as const,
    requestStream: true as const,
    responseStream: true as const,
    ...texts,
  },
} as const
