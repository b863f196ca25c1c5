import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import sharp from 'sharp'
import { readAvatar } from './read-avatar.ts'

const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: 'red' } })
const twoFrames = () =>
  sharp(Buffer.alloc(8 * 16 * 4, 0).fill(255, 0, 256), {
    raw: { width: 8, height: 16, channels: 4, pageHeight: 8 },
  })
const dataUri = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const read = (bytes: Buffer, type?: string) => readAvatar('avatar', dataUri(bytes, type))
const problemOf = async (uri: string) => {
  const { fields } = await rejected(readAvatar('avatar', uri))
  return fields.map(({ path, code }) => `${path}:${code}`).join()
}

describe('an avatar', () => {
  it('has the type of its content, whatever the URI claims', async () => {
    const images = { png: plain(8).png(), jpeg: plain(8).jpeg(), gif: plain(8).gif(), webp: plain(8).webp() }
    for (const [format, image] of Object.entries(images)) {
      const { hash, contentType } = await read(await image.toBuffer(), 'image/svg+xml')
      expect(contentType).to.equal(`image/${format}`)
      expect(hash).to.match(/^[0-9a-f]{32}$/)
    }
  })

  it('has the first 32 digits of SHA-256 as hash, with a prefix for animations', async () => {
    const gif = await twoFrames()
      .gif({ delay: [100, 100] })
      .toBuffer()
    const webp = await twoFrames()
      .webp({ delay: [100, 100] })
      .toBuffer()
    for (const bytes of [gif, webp, animatedPng(await plain(8).png().toBuffer())])
      expect((await read(bytes)).hash).to.match(/^a_[0-9a-f]{32}$/)
  })

  it('may have 1,024 pixels in each direction', async () => {
    expect((await read(await plain(1024).png().toBuffer())).bytes.length).to.be.greaterThan(0)
    for (const image of [plain(1025, 1), plain(1, 1025), plain(2000)])
      expect(await problemOf(dataUri(await image.png().toBuffer()))).to.equal(
        'avatar:IMAGE_DIMENSIONS_EXCEED_LIMIT',
      )
  })

  it('may have 256 KiB', async () => {
    const png = await plain(8).png().toBuffer()
    const padded = (length: number) => dataUri(Buffer.concat([png, Buffer.alloc(length - png.length)]))
    expect((await readAvatar('avatar', padded(262_144))).contentType).to.equal('image/png')
    expect(await problemOf(padded(262_145))).to.equal('avatar:IMAGE_SIZE_EXCEEDS_LIMIT')
  })

  it('must be a complete image', async () => {
    const noise = {
      width: 64,
      height: 64,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
    }
    for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
      const bytes = await sharp({ create: { ...noise, background: 'red' } })
        .toFormat(format)
        .toBuffer()
      expect(await problemOf(dataUri(bytes.subarray(0, bytes.length / 2))), format).to.match(
        /INVALID_IMAGE_(DATA|FORMAT)/,
      )
    }
  })

  for (const start of ['GIF89a', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'RIFF\x04\0\0\0WEBP'])
    it(`must have more than a signature: ${JSON.stringify(start)}`, async () => {
      expect(await problemOf(dataUri(Buffer.from(start, 'latin1')))).to.equal('avatar:INVALID_IMAGE_DATA')
    })

  it('is rejected in every other format', async () => {
    const tiff = await plain(8).tiff().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
    for (const bytes of [tiff, svg, Buffer.from('%PDF-1.7'), Buffer.from('text')])
      expect(await problemOf(dataUri(bytes))).to.equal('avatar:INVALID_IMAGE_FORMAT')
  })

  for (const uri of [
    '',
    'iVBORw0KGgo=',
    'data:image/png,abc',
    'data:text/html;base64,PGI+',
    'data:image/png;base64,',
    'data:image/png;base64,a b',
    'https://example.com/a.png',
  ])
    it(`is rejected as ${JSON.stringify(uri)}`, async () => {
      expect(await problemOf(uri)).to.equal('avatar:INVALID_BASE64_FORMAT')
    })

  it('waits for at most 16 others', async () => {
    const uri = dataUri(await plain(8).png().toBuffer())
    const results = await Promise.allSettled(Array.from({ length: 17 }, () => readAvatar('avatar', uri)))
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(reasons).to.deep.equal(['SERVICE_UNAVAILABLE'])
  })
})

/** With the chunk of an animation after the header. Its checksum is not read. */
function animatedPng(png: Buffer): Buffer {
  const headerEnd = 33
  const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)])
  return Buffer.concat([png.subarray(0, headerEnd), control, png.subarray(headerEnd)])
}
