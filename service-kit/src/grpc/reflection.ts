import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { BinaryReader } from '@bufbuild/protobuf/wire'
import type { Server } from '@grpc/grpc-js'

export const reflectionPaths = ['v1', 'v1alpha'].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
)

/** For tools such as grpcurl. Loads some 15 MB, so a server without reflection does not load it. */
export async function addReflection(server: Server, services: string[]): Promise<void> {
  const [{ ReflectionService }, descriptorSet] = await Promise.all([
    import('@grpc/reflection'),
    readFile(fileURLToPath(import.meta.resolve('@gatehouse/proto/descriptors'))),
  ])
  // The files as buf wrote them: proto-loader omits the imports of a file, without which no tool can resolve a type.
  const fileDescriptorProtos = filesIn(descriptorSet)
  // The library reads only the files of a definition, of whatever kind it is.
  const all = { format: 'Protocol Buffer 3 EnumDescriptorProto', type: {}, fileDescriptorProtos } as const
  new ReflectionService({ all }, { services }).addToServer(server)
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
