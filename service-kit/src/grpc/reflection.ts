import { readFile } from 'node:fs/promises'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { BinaryReader } from '@bufbuild/protobuf/wire'
import type { MethodDefinition, Server, ServerDuplexStream, ServiceDefinition } from '@grpc/grpc-js'

type RawCall = ServerDuplexStream<Buffer, Buffer>
type Handler = (call: Duplex) => void
type Loaded = { method: MethodDefinition<object, object>; handler: Handler }

export const reflectionPaths = ['v1', 'v1alpha'].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
)

/**
 * Lets tools such as grpcurl list, describe and call the services named. The library and the descriptors take some 15 MB,
 * so they are loaded when somebody asks for the first time.
 */
export function addReflection(server: Server, services: string[]): void {
  const loading: { all?: Promise<Map<string, Loaded>> } = {}
  const load = () => {
    loading.all ??= loadHandlers(services)
    return loading.all
  }
  for (const path of reflectionPaths) {
    server.addService(rawService(path), {
      ServerReflectionInfo(call: RawCall) {
        load().then(
          (handlers) => pass(call, handlers.get(path)),
          (error: Error) => call.destroy(error),
        )
      },
    })
  }
}

/** The method with messages left as bytes: their types are not known before the library is loaded. */
function rawService(path: string): ServiceDefinition {
  const asItIs = (bytes: Buffer) => bytes
  return {
    ServerReflectionInfo: {
      path,
      requestStream: true,
      responseStream: true,
      requestSerialize: asItIs,
      requestDeserialize: asItIs,
      responseSerialize: asItIs,
      responseDeserialize: asItIs,
    },
  }
}

async function loadHandlers(services: string[]): Promise<Map<string, Loaded>> {
  const [{ ReflectionService }, descriptors] = await Promise.all([
    import('@grpc/reflection'),
    readFile(fileURLToPath(import.meta.resolve('@gatehouse/proto/descriptors'))),
  ])
  const loaded = new Map<string, Loaded>()
  const collector = {
    addService(definition: ServiceDefinition, { ServerReflectionInfo: handler }: Record<string, Handler>) {
      const method = definition.ServerReflectionInfo
      if (method && handler) loaded.set(method.path, { method, handler })
    },
  }
  // As buf wrote them: proto-loader would leave out which file imports which, and then no tool can resolve a type. Guarded
  // by "describes what it serves with everything that needs".
  const fileDescriptorProtos = filesIn(descriptors)
  // The library takes the files from definitions of any kind, and looks at nothing else of them.
  const all = { format: 'Protocol Buffer 3 EnumDescriptorProto', type: {}, fileDescriptorProtos } as const
  // It asks of a server only that services can be added to it.
  new ReflectionService({ all }, { services }).addToServer(collector as unknown as Server)
  return loaded
}

/** The files of a google.protobuf.FileDescriptorSet, which has no other field. */
function filesIn(descriptorSet: Buffer): Buffer[] {
  const reader = new BinaryReader(descriptorSet)
  const files: Buffer[] = []
  while (reader.pos < reader.len) {
    reader.tag()
    files.push(Buffer.from(reader.bytes()))
  }
  return files
}

function pass(call: RawCall, loaded: Loaded | undefined): void {
  if (!loaded) throw new Error('The reflection library serves other versions than we announce.')
  const { method, handler } = loaded
  const typed = new Duplex({
    objectMode: true,
    read: () => call.resume(),
    write(answer: object, _encoding, done) {
      call.write(method.responseSerialize(answer))
      done()
    },
    final(done) {
      call.end()
      done()
    },
  })
  call.on('data', (bytes: Buffer) => typed.push(method.requestDeserialize(bytes)))
  call.on('end', () => typed.push(null))
  handler(typed)
}
