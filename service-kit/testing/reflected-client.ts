import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client, credentials, type MethodDefinition, type ServiceDefinition } from '@grpc/grpc-js'
import { loadFileDescriptorSetFromBuffer, loadSync } from '@grpc/proto-loader'

type Method = MethodDefinition<object, object>
type Answer = { file_descriptor_response?: { file_descriptor_proto: Buffer[] } }

const asSent = { keepCase: true, longs: String, enums: String }

/** A client that knows nothing of a service but its name, as grpcurl does: it asks the server for the types. */
export async function reflectedClient(address: string, service: string) {
  const client = new Client(address, credentials.createInsecure())
  const files = await filesOf(client, service)
  // loadFileDescriptorSetFromBuffer types services, messages and enums alike; this name is a service's.
  const methods = loadFileDescriptorSetFromBuffer(fileDescriptorSet(files), asSent)[
    service
  ] as ServiceDefinition
  const method = (name: string): Method => {
    const found = methods[name]
    if (!found) throw new Error(`${service} has no ${name}.`)
    return found
  }

  return {
    call(name: string, request: object): Promise<object | undefined> {
      const { path, requestSerialize, responseDeserialize } = method(name)
      return new Promise((resolve, reject) => {
        client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, (error, response) =>
          error ? reject(error) : resolve(response),
        )
      })
    },
    stream(name: string) {
      const { path, requestSerialize, responseDeserialize } = method(name)
      return client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
    },
    close: () => client.close(),
  }
}

async function filesOf(client: Client, symbol: string): Promise<Buffer[]> {
  const protos = new URL('../proto', import.meta.resolve('@grpc/reflection'))
  const loaded = loadSync('grpc/reflection/v1/reflection.proto', {
    includeDirs: [fileURLToPath(protos)],
    keepCase: true,
  })
  // As above.
  const reflection = loaded['grpc.reflection.v1.ServerReflection'] as ServiceDefinition
  const method = reflection.ServerReflectionInfo as MethodDefinition<object, Answer>
  const { path, requestSerialize, responseDeserialize } = method
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
  stream.write({ file_containing_symbol: symbol })
  const [response]: Answer[] = await once(stream, 'data')
  stream.end()
  return response?.file_descriptor_response?.file_descriptor_proto ?? []
}

/** A google.protobuf.FileDescriptorSet: its only field is the repeated `file`, number 1. */
function fileDescriptorSet(files: Buffer[]): Buffer {
  return Buffer.concat(files.flatMap((file) => [Buffer.from([0x0a]), varint(file.length), file]))
}

function varint(value: number): Buffer {
  const bytes = []
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return Buffer.from([...bytes, rest])
}
