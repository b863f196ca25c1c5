import ipaddr from 'ipaddr.js'

type Value = string | number | Buffer | Value[] | { [key: string]: Value }
type Leaf = { offset: number }
type Node = [Node | Leaf | null, Node | Leaf | null]

const kinds = { text: 2, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11 }
const metadataStart = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
const separator = Buffer.alloc(16)

/**
 * The bytes of a database in the MaxMind DB format 2.0. `records` are by network in CIDR form; networks must
 * not overlap.
 */
export function geoipDatabase(records: Record<string, Value>, { ipVersion = 6 } = {}): Buffer {
  const tree: Node = [null, null]
  const data: Buffer[] = []
  let offset = 0
  for (const [network, record] of Object.entries(records)) {
    const bytes = encode(record)
    hang(tree, bitsOf(network, ipVersion), { offset })
    data.push(bytes)
    offset += bytes.length
  }
  const nodes = flatten(tree)
  const metadata = encode({
    binary_format_major_version: whole(2, 2),
    binary_format_minor_version: whole(0, 2),
    build_epoch: whole(1_700_000_000, 8),
    database_type: 'Gatehouse-Test-City',
    description: { en: 'Made by a test' },
    ip_version: whole(ipVersion, 2),
    languages: ['en'],
    node_count: nodes.length,
    record_size: whole(32, 2),
  })
  return Buffer.concat([writeTree(nodes), separator, ...data, metadataStart, metadata])
}

/** IPv4 addresses are the lowest of an IPv6 tree. */
function bitsOf(network: string, ipVersion: number): number[] {
  const [address, prefix] = ipaddr.parseCIDR(network)
  const bits = address.toByteArray().flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => (byte >> at) & 1))
  const above = ipVersion === 6 && bits.length === 32 ? Array.from({ length: 96 }, () => 0) : []
  return [...above, ...bits.slice(0, prefix)]
}

function hang(tree: Node, bits: number[], leaf: Leaf): void {
  let node = tree
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit] ?? [null, null]
    if (!Array.isArray(next)) throw new Error('Networks must not overlap.')
    node[bit] = next
    node = next
  }
  node[bits.at(-1) ?? 0] = leaf
}

function flatten(node: Node): Node[] {
  return [node, ...node.flatMap((side) => (Array.isArray(side) ? flatten(side) : []))]
}

function writeTree(nodes: Node[]): Buffer {
  const places = new Map(nodes.map((node, index) => [node, index]))
  const recordOf = (side: Node | Leaf | null) => {
    if (side === null) return nodes.length
    if (Array.isArray(side)) return places.get(side) ?? nodes.length
    return nodes.length + separator.length + side.offset
  }
  const bytes = Buffer.alloc(nodes.length * 8)
  for (const [at, side] of nodes.flat().entries()) bytes.writeUInt32BE(recordOf(side), at * 4)
  return bytes
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([head(kinds.text, text.length), text])
  }
  if (typeof value === 'number') return encode(whole(value, 4))
  if (Buffer.isBuffer(value)) return Buffer.concat([head(kindOfWhole(value), value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(kinds.array, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([head(kinds.map, entries.length), ...entries.flat().map(encode)])
}

function whole(value: number, length: 2 | 4 | 8): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes.subarray(8 - length)
}

function kindOfWhole({ length }: Buffer): number {
  if (length === 2) return kinds.uint16
  return length === 4 ? kinds.uint32 : kinds.uint64
}

/** Sizes above 284 have a longer form, which no test needs. */
function head(kind: number, size: number): Buffer {
  const [short, rest] = size < 29 ? [size, []] : [29, [size - 29]]
  return Buffer.from(kind < 8 ? [(kind << 5) | short, ...rest] : [short, kind - 7, ...rest])
}
