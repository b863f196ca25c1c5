import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterTest } from '@gatehouse/service-kit/testing/running-test'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { discardBody, readBytes, streamBytes } from './read-body.ts'

const bounds = { limit: 600_000, timeoutMs: 60_000 }
type Read = (req: IncomingMessage, res: ServerResponse) => Promise<Buffer[]>

const readers: Record<string, Read> = {
  readBytes: async (req, res) => [await readBytes(req, res, bounds)],
  streamBytes: async (req, res) => {
    const blocks: Buffer[] = []
    for await (const block of streamBytes(req, res, bounds).chunks) blocks.push(block)
    return blocks
  },
  discardBody: async (req, res) => {
    await discardBody(req, res, bounds)
    return []
  },
}
const framings: Record<string, (pieces: Buffer[]) => [head: string, Buffer[]]> = {
  'Content-Length': (pieces) => [`Content-Length: ${Buffer.concat(pieces).length}`, pieces],
  'chunked framing': (pieces) => [
    'Transfer-Encoding: chunked',
    [...pieces.map((piece) => chunkOf(piece)), Buffer.from('0\r\n\r\n')],
  ],
}

describe('a body that arrives in pieces', () => {
  for (const [name, read] of Object.entries(readers)) {
    for (const [framing, frame] of Object.entries(framings)) {
      for (const [size, count] of [
        [1, 8000],
        [1, 1],
        [7, 5000],
        [40, 14_000],
        [1000, 500],
        [9000, 60],
        [60_000, 9],
      ] as const) {
        it(`is read by ${name}: ${count} of ${size} bytes with ${framing}`, async () => {
          const pieces = Array.from({ length: count }, (_, index) => Buffer.alloc(size, index % 251))
          const result = await receive(read, frame(pieces))
          if (result instanceof Error) throw result
          if (name === 'discardBody') return
          const body = Buffer.concat(pieces)
          expect(Buffer.concat(result).equals(body)).to.equal(true)
          expect(Math.max(...result.map(({ length }) => length))).to.be.at.most(body.length)
        })
      }
    }

    // What a stream passed on belongs to its reader.
    if (name !== 'streamBytes')
      it(`is released by ${name} when it is rejected, before its connection ends`, async function () {
        if (!('transfer' in ArrayBuffer.prototype)) this.skip()
        const seen: Buffer[] = []
        const isReleased: boolean[] = []
        const observed: Read = async (req, res) => {
          // Small ones, at the end of a read, are left to the collector.
          req.on('data', (piece: Buffer) => piece.length >= 1024 && seen.push(piece))
          const result = await read(req, res).catch((error: unknown) => error)
          isReleased.push(...seen.slice(0, -1).map(({ length }) => length === 0))
          throw result
        }
        const chunks = Array.from({ length: 40 }, () => Buffer.alloc(32_000, 'x'))
        const result = await receive(observed, framings['chunked framing']?.(chunks))
        expect(result).to.include({ code: 'PAYLOAD_TOO_LARGE' })
        expect(isReleased).to.have.length.above(10).and.not.to.include(false)
      })

    for (const [size, count] of [
      [1, 8193],
      [7, 20_000],
      [31, 10_000],
    ] as const) {
      it(`is rejected by ${name}: ${count} chunks of ${size} bytes`, async () => {
        const chunks = Array.from({ length: count }, () => Buffer.alloc(size, 'x'))
        const result = await receive(read, framings['chunked framing']?.(chunks))
        expect(result).to.include({ code: 'MALFORMED_REQUEST' })
        expect((result as Error).message).to.match(
          new RegExp(`^The body arrived in 8193 pieces of ${size} bytes on average\\.`),
        )
      })
    }
  }

  for (const [name, read] of Object.entries(readers)) {
    it(`fails at once if the client left before ${name} listens`, async () => {
      const afterClose: Read = async (req, res) => {
        req.on('error', () => {})
        req.socket.destroy()
        await new Promise((resolve) => req.once('close', resolve))
        return read(req, res)
      }
      const result = await receive(afterClose, ['Content-Length: 10', [Buffer.from('abc')]])
      expect(result).to.include({ code: 'REQUEST_TIMEOUT' })
    })
  }

  it('is passed on in blocks', async () => {
    const chunks = Array.from({ length: 8000 }, () => Buffer.from('x'))
    const result = await receive(readers.streamBytes, framings['chunked framing']?.(chunks))
    expect(result).to.have.lengthOf.at.most(50)
  })

  it('is passed on although the next piece does not come', async () => {
    const first = Promise.withResolvers<Buffer>()
    const read: Read = async (req, res) => {
      for await (const block of streamBytes(req, res, bounds).chunks) first.resolve(block)
      return []
    }
    void receive(read, ['Content-Length: 10', [Buffer.from('abc')]])
    expect(String(await first.promise)).to.equal('abc')
  })

  it('takes little more memory than its bytes', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const bodies = 8
    const body = Array.from({ length: 14_000 }, () => Buffer.alloc(40, 'x'))
    const [head, chunks] = framings['chunked framing']?.(body) ?? ['', []]
    const withoutEnd = Buffer.concat(chunks.slice(0, -1))
    const requests: IncomingMessage[] = []
    const read: Read = (req, res) => {
      let size = 0
      req.on('data', (piece: Buffer) => {
        size += piece.length
        if (size === 40 * body.length) requests.push(req)
      })
      return readers.readBytes?.(req, res) ?? Promise.reject()
    }
    collect()
    const before = memory()
    for (let each = 0; each < bodies; each += 1) void receive(read, [head, [withoutEnd]])
    await until(() => requests.length === bodies)
    collect()
    expect(memory() - before).to.be.below(4 * bodies * 40 * body.length)
  })
})

function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function chunkOf(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
}

/** What `read` returns for a request, or its error. */
async function receive(
  read: Read | undefined,
  [head, pieces]: [string, Buffer[]] | undefined = ['', []],
): Promise<Buffer[] | Error> {
  const result = Promise.withResolvers<Buffer[] | Error>()
  const server: Server = createServer((req, res) => {
    read?.(req, res).then(result.resolve, result.resolve)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  afterTest(server, () => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`)
  socket.write(Buffer.concat(pieces))
  return result.promise
}
