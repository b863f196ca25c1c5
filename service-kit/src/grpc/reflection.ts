import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fromBinary, toBinary } from '@bufbuild/protobuf'
import type { Server } from '@grpc/grpc-js'

/** For tools such as grpcurl. Loads some 15 MB, so a server without reflection does not load it. */
export async function addReflection(server: Server, services: string[]): Promise<void> {
  const [{ ReflectionService }, { FileDescriptorProtoSchema, FileDescriptorSetSchema }, descriptorSet] =
    await Promise.all([
      import('@grpc/reflection'),
      import('@bufbuild/protobuf/wkt'),
      readFile(fileURLToPath(import.meta.resolve('@gatehouse/proto/descriptors'))),
    ])
  // The files as buf wrote them: proto-loader omits the imports of a file, without which no tool can resolve a type.
  const fileDescriptorProtos = fromBinary(FileDescriptorSetSchema, descriptorSet).file.map((file) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, file)),
  )
  // The library reads only the files of a definition, of whatever kind it is.
  const all = { format: 'Protocol Buffer 3 EnumDescriptorProto', type: {}, fileDescriptorProtos } as const
  new ReflectionService({ all }, { services }).addToServer(server)
}
