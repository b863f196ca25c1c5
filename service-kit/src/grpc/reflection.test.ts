import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { Client, credentials, type MethodDefinition, type ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { expect } from 'chai'
import { logLines } from '../../testing/log-lines.ts'
import { clockService } from '../start/clock-service.ts'
import { movableClock } from '../time/clock.ts'
import { type Serving, serve } from './serve.ts'

type Answer = {
  list_services_response?: { service: { name: string }[] }
  file_descriptor_response?: { file_descriptor_proto: Buffer[] }
  error_response?: { error_code: number }
}

describe('reflection', () => {
  let server: Serving
  before(async () => {
    const services = [[ClockService, clockService(movableClock())]] as const
    server = await serve({ listen: '127.0.0.1:0', services, log: logLines().log, reflection: true })
  })
  after(() => server.drain(0))

  it('lists the services of this process and health', async () => {
    const { list_services_response: list } = await ask(server.address, { list_services: '*' })
    expect(list?.service.map(({ name }) => name)).to.have.members([
      'gatehouse.clock.v1.Clock',
      'grpc.health.v1.Health',
    ])
  })

  it('describes a service with all files of its types, and each file that it imports', async () => {
    const files = await filesOf({ file_containing_symbol: 'gatehouse.clock.v1.Clock' })
    expect(files.map(({ name }) => name)).to.deep.equal([
      'gatehouse/clock/v1/clock.proto',
      'google/protobuf/timestamp.proto',
      'google/protobuf/duration.proto',
    ])
    const imports = files[0]?.dependency ?? []
    expect(imports).to.deep.equal([
      'google/api/field_behavior.proto',
      'google/protobuf/duration.proto',
      'google/protobuf/timestamp.proto',
    ])
    for (const file_by_filename of [...imports, 'google/protobuf/descriptor.proto']) {
      expect((await filesOf({ file_by_filename }))[0]?.name).to.equal(file_by_filename)
    }
  })

  async function filesOf(question: object) {
    const { file_descriptor_response: found } = await ask(server.address, question)
    return (found?.file_descriptor_proto ?? []).map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes))
  }
})

/** The response of grpc.reflection.v1 to one request. */
async function ask(address: string, question: object): Promise<Answer> {
  const protos = new URL('../proto/', import.meta.resolve('@grpc/reflection'))
  const loaded = loadSync('grpc/reflection/v1/reflection.proto', {
    includeDirs: [fileURLToPath(protos)],
    keepCase: true,
  })
  // loadSync types services, messages and enums alike; this name is a service's.
  const reflection = loaded['grpc.reflection.v1.ServerReflection'] as ServiceDefinition
  const method = reflection.ServerReflectionInfo as MethodDefinition<object, Answer>
  const { path, requestSerialize, responseDeserialize } = method
  const client = new Client(address, credentials.createInsecure())
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
  stream.write(question)
  const [response]: Answer[] = await once(stream, 'data')
  stream.end()
  client.close()
  if (!response) throw new Error('Reflection answered nothing.')
  return response
}
