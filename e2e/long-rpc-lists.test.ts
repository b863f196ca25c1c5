import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFileRegistry, type DescField, type DescMessage, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { fromGrpcStatus } from '@gatehouse/service-kit/errors/grpc-status'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { Client, credentials, type ServiceError as GrpcError } from '@grpc/grpc-js'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

const addressNames = {
  auth: 'GATEHOUSE_AUTH_ADDR',
  sessions: 'GATEHOUSE_SESSIONS_ADDR',
  webhooks: 'GATEHOUSE_WEBHOOKS_ADDR',
  guilds: 'GATEHOUSE_WEBHOOKS_ADDR',
} as const
const items = 50_000
const descriptors = fileURLToPath(import.meta.resolve('@gatehouse/proto/descriptors'))
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)))

/** The fields that lead to each list in a message. */
function listsOf(message: DescMessage, above: DescField[] = []): DescField[][] {
  return message.fields.flatMap((field) => {
    const path = [...above, field]
    if (field.fieldKind === 'list') return [path]
    const isNew = !above.some((each) => each.message === field.message)
    return field.fieldKind === 'message' && isNew ? listsOf(field.message, path) : []
  })
}

type Values = { [name: string]: string | Values }

/** The fields of a message that have values. */
function messageOf(message: DescMessage, values: Values): Buffer {
  const fields = message.fields.flatMap((field) => {
    const value = values[field.name]
    if (value === undefined) return []
    if (typeof value === 'string') return field.scalar ? [delimited(field, Buffer.from(value))] : []
    return field.fieldKind === 'message' ? [delimited(field, messageOf(field.message, value))] : []
  })
  return Buffer.concat(fields)
}

/** Empty items of the list to which these fields lead: all of them are length-delimited, packed numbers too. */
function listAt([field, ...below]: DescField[]): Buffer {
  if (!field) return Buffer.alloc(0)
  const isPacked = field.fieldKind === 'list' && field.packed
  if (field.fieldKind === 'list' && !isPacked)
    return Buffer.concat(Array(items).fill(delimited(field, Buffer.alloc(0))))
  return delimited(field, isPacked ? Buffer.alloc(items) : listAt(below))
}

function delimited({ number }: DescField, value: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(value.length), value])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest >>>= 7)
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0))
  return Buffer.from(bytes)
}

describe('a long list in a request of an rpc', () => {
  const stack = openDevStack()
  let values: Values
  before(async () => {
    const ann = await stack.register('ann')
    const { id, token } = await stack.createWebhook(await stack.createGuildChannel(ann))
    const client = { address: '127.0.0.1' }
    const actor = { account_id: ann.user_id }
    values = { id, token, client, actor, account_id: ann.user_id, webhook: { id, token, client } }
  })

  for (const service of [...registry].filter((each) => each.kind === 'service')) {
    const area = service.typeName.split('.')[1] as keyof typeof addressNames
    for (const method of service.methods.filter(({ methodKind }) => methodKind === 'unary')) {
      for (const path of listsOf(method.input)) {
        const name = path.map((field) => field.name).join('.')
        it(`has at most one problem: ${service.name}.${method.name} ${name}`, async () => {
          const address = stack.network().env[addressNames[area]]
          const request = Buffer.concat([messageOf(method.input, values), listAt(path)])
          const error = await call(address, `/${service.typeName}/${method.name}`, request)
          const ofList = error?.fields.filter((problem) => problem.path.startsWith(name)) ?? []
          expect(ofList.map((problem) => problem.path)).to.be.deep.oneOf([[], [name]])
        })
      }
    }
  }
})

async function call(address: string, path: string, request: Buffer): Promise<ServiceError | null> {
  const client = new Client(address, credentials.createInsecure())
  const same = (bytes: Buffer) => bytes
  try {
    const error = await new Promise<GrpcError | null>((resolve) =>
      client.makeUnaryRequest(path, same, same, request, resolve),
    )
    return error && fromGrpcStatus(error, { path, target: address })
  } finally {
    client.close()
  }
}
