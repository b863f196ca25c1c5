import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import fc from 'fast-check'
import { readMultipart, readUrlEncoded } from './read-form.ts'

const type = 'multipart/form-data; boundary=b'
const maxBytes = 1000
const messageFields = ['content', 'username', 'avatar_url', 'flags', 'payload_json', 'payload']

type Part = [head: string, value: string]

const field = (name: string, value: string): Part => [`Content-Disposition: form-data; name="${name}"`, value]
const file = (name: string, filename: string, value = 'x'): Part => [
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/octet-stream`,
  value,
]

function multipart(...parts: Part[]): Buffer {
  const written = parts.map(([head, value]) => `--b\r\n${head}\r\n\r\n${value}\r\n`)
  return Buffer.from(`${written.join('')}--b--\r\n`)
}

async function* chunksOf(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < body.length; start += size) yield body.subarray(start, start + size)
}

const read = async (body: Buffer, contentType = type, size = 7) =>
  (await readMultipart(chunksOf(body, size), contentType, maxBytes)).toString()

describe('a form with a message', () => {
  const messages: [what: string, body: Buffer, json: string][] = [
    ['payload_json', multipart(field('payload_json', '{"content":"a"}')), '{"content":"a"}'],
    [
      'plain fields',
      multipart(field('content', 'é "b"'), field('username', 'ci')),
      '{"content":"é \\"b\\"","username":"ci"}',
    ],
    [
      'a file beside JSON',
      multipart(field('payload_json', ' {"content": "a"}\n'), file('files[0]', 'log.txt')),
      '{"content": "a","attachments":[{"filename":"log.txt"}]}',
    ],
    [
      'files alone',
      multipart(file('file', 'a.png'), file('file1', 'b.png')),
      '{"attachments":[{"filename":"a.png"},{"filename":"b.png"}]}',
    ],
    ['JSON as a file', multipart(file('payload_json', 'blob', '{"content":"a"}')), '{"content":"a"}'],
    [
      'JSON and fields',
      multipart(field('content', 'b'), field('payload_json', '{"content":"a"}')),
      '{"content":"b","content":"a"}',
    ],
    ['an empty object', multipart(field('payload_json', '{}'), field('content', 'a')), '{"content":"a"}'],
    ['the first of a name', multipart(field('content', 'a'), field('content', 'b')), '{"content":"a"}'],
    [
      'other fields',
      multipart(field('content', 'a'), field('tts', 'true'), field('x', 'y')),
      '{"content":"a"}',
    ],
    [
      'ids of 64 bits',
      multipart(field('payload_json', '{"flags":9007199254740993}')),
      '{"flags":9007199254740993}',
    ],
    ['no JSON', multipart(field('payload_json', '[1')), '[1'],
    [
      'a path as name',
      multipart(file('file', 'C:\\\\logs\\\\a.txt')),
      '{"attachments":[{"filename":"a.txt"}]}',
    ],
    [
      'an encoded name',
      multipart(['Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%C3%A9.txt', 'y']),
      '{"attachments":[{"filename":"é.txt"}]}',
    ],
  ]
  for (const [what, body, json] of messages)
    it(`is read with ${what}`, async () => {
      for (const size of [1, 7, 4096]) expect(await read(body, type, size)).to.equal(json)
    })

  it('may have a quoted boundary, and parameters beside it', async () => {
    const body = multipart(field('content', 'a'))
    for (const contentType of [
      'multipart/form-data; charset=utf-8; boundary="b"',
      'Multipart/Form-Data;boundary=b',
    ])
      expect(await read(body, contentType)).to.equal('{"content":"a"}')
  })

  it('keeps nothing of its files', async () => {
    const large = multipart(field('content', 'a'), file('file', 'a.bin', 'x'.repeat(3_000_000)))
    expect(await read(large, type, 65_536)).to.equal('{"content":"a","attachments":[{"filename":"a.bin"}]}')
  })

  for (const [what, body] of [
    ['a field', multipart(field('content', 'x'.repeat(1001)))],
    ['all fields', multipart(field('content', 'x'.repeat(600)), field('username', 'x'.repeat(600)))],
    ['the names of files', multipart(file('a', 'x'.repeat(600)), file('b', 'x'.repeat(600)))],
    ['JSON as a file', multipart(file('payload_json', 'blob', `{"content":"${'x'.repeat(1001)}"}`))],
  ] as const)
    it(`is rejected as too large because of ${what}`, async () => {
      expect(await rejected(read(body))).to.include({ code: 'PAYLOAD_TOO_LARGE' })
    })

  for (const [what, body, contentType] of [
    ['nothing', multipart(), type],
    ['no field of a message', multipart(field('x', 'y')), type],
    ['no boundary', multipart(field('content', 'a')), 'multipart/form-data'],
    ['another boundary', multipart(field('content', 'a')), 'multipart/form-data; boundary=c'],
    ['no end', multipart(field('content', 'a')).subarray(0, 60), type],
    ['no end of a file', multipart(file('file', 'a.txt', 'x'.repeat(100))).subarray(0, 150), type],
    [
      'no end of JSON as a file',
      multipart(file('payload_json', 'a', '{"content":"a"}')).subarray(0, 130),
      type,
    ],
    ['no end of a part without a header', Buffer.from(`--b\r\n\r\n${'x'.repeat(100)}`), type],
    [
      'an unknown character set',
      multipart([
        'Content-Disposition: form-data; name="content"\r\nContent-Type: text/plain; charset=x-none',
        'a',
      ]),
      type,
    ],
    ['more parts than allowed', multipart(...Array.from({ length: 1001 }, () => file('f', ''))), type],
    [
      'more fields than allowed',
      multipart(...Array.from({ length: 101 }, () => field('content', 'a'))),
      type,
    ],
  ] as const)
    it(`is rejected with ${what}`, async () => {
      expect(await rejected(read(body, contentType))).to.include({ code: 'INVALID_FORM_BODY' })
    })

  it('is read as a browser writes it', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.toWellFormed())
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.array(text, { maxLength: 3 }),
        fc.nat(40),
        async (content, other, names, size) => {
          const form = new FormData()
          form.append(other, 'x')
          form.append('content', content)
          for (const name of names) form.append('file', new Blob([other]), name)
          const request = new Request('http://a', { method: 'POST', body: form })
          const body = Buffer.from(await request.arrayBuffer())
          const json = await readMultipart(
            chunksOf(body, size + 1),
            request.headers.get('content-type') ?? '',
            maxBytes,
          )
          // A form has its lines end with CRLF.
          const written = content.replaceAll(/\r\n?|\n/g, '\r\n')
          const attachments = names.map((name) => ({ filename: name.replace(/^.*[/\\]/s, '') }))
          expect(JSON.parse(json.toString())).to.deep.include({
            ...(messageFields.includes(other) ? {} : { content: written }),
            ...(attachments.length > 0 ? { attachments } : {}),
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is read alike from chunks of any size, or rejected, whatever it contains', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '--b\r\n',
        '\r\n--b\r\n',
        '\r\n--b--\r\n',
        '\r\n',
        '\r\n\r\n',
        '\n',
        ': ',
        '--',
        '{"content":"a"}',
      ),
      fc
        .constantFrom(
          field('content', ''),
          file('file', 'a.txt'),
          file('payload_json', 'blob'),
          field('__proto__', ''),
        )
        .map(([head]) => `${head}\r\n\r\n`),
      fc.constantFrom(
        'Content-Transfer-Encoding: base64',
        'Content-Type: text/plain; charset=utf-16le',
        'é',
        '\0',
      ),
      // More than a stream buffers.
      fc.constantFrom('x'.repeat(990), 'y'.repeat(70_000), `${'z'.repeat(90_000)}: b\r\n`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const body = Buffer.from(`--b\r\n${pieces.join('')}`)
        const results = [65_536, 16_384, body.length < 5000 ? 1 : 1000].map((size) =>
          read(body, type, size).catch((error) => {
            expect(error.code).to.be.oneOf(['INVALID_FORM_BODY', 'PAYLOAD_TOO_LARGE'])
            return 'rejected'
          }),
        )
        const [first, ...others] = await Promise.all(results)
        for (const other of others) expect(other).to.equal(first)
      }),
      { numRuns: 300 },
    )
  })

  it('is read from URL-encoded fields', async () => {
    const json = (text: string) => readUrlEncoded(Buffer.from(text)).toString()
    expect(json('content=backup+done&username=ci')).to.equal('{"content":"backup done","username":"ci"}')
    expect(json('payload=%7B%22content%22%3A%22a%22%7D&content=b')).to.equal('{"content":"b","content":"a"}')
    expect(json(' {"content":"a"}')).to.equal(' {"content":"a"}')
    expect(await rejected(Promise.resolve().then(() => json('x=y')))).to.include({
      code: 'INVALID_FORM_BODY',
    })
  })
})
