import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Server } from '@grpc/grpc-js'
import { loadFileDescriptorSetFromBuffer } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'

/** Lets tools such as grpcurl list and describe the rpcs of the house. */
export function addReflection(server: Server): void {
  const descriptors = readFileSync(fileURLToPath(import.meta.resolve('@gatehouse/proto/descriptors')))
  new ReflectionService(loadFileDescriptorSetFromBuffer(descriptors)).addToServer(server)
}
