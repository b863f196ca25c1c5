import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFileRegistry, type DescField, type DescMessage, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'

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

export type Values = { [name: string]: string | Values }

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

export type ListOfRequest = {
  service: string
  /** `/gatehouse.auth.v1.Auth/GetUsers` */
  path: string
  /** Of the list, with dots. */
  field: string
  /** A request with 50,000 empty items, and the values of other fields. */
  request(values: Values): Buffer
}

/** Every list in a request of a unary rpc. */
export function listsOfRequests(): ListOfRequest[] {
  const services = [...registry].filter((each) => each.kind === 'service')
  return services.flatMap(({ typeName, methods }) =>
    methods
      .filter(({ methodKind }) => methodKind === 'unary')
      .flatMap(({ name, input }) =>
        listsOf(input).map((fields) => ({
          service: typeName,
          path: `/${typeName}/${name}`,
          field: fields.map((field) => field.name).join('.'),
          request: (values: Values) => Buffer.concat([messageOf(input, values), listAt(fields)]),
        })),
      ),
  )
}
