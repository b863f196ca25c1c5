import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import sharp, { type Sharp } from 'sharp'
import { type AvatarFormat, type CleanImage, cleanImage } from './clean-image.ts'
import { decodeImage } from './decode-image.ts'

const formats: AvatarFormat[] = ['png', 'jpeg', 'gif', 'webp']
const secret = 'Taken at 59.9139, 10.7522'
const bigProfile = Buffer.alloc(1_000_000, 'p')

/** Four colours in the corners, so that no two orientations look alike. */
function corners(): Sharp {
  const [width, height] = [96, 64]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.set([x < 48 ? 250 : 20, y < 32 ? 240 : 30, x < 48 && y < 32 ? 0 : 200], 3 * (y * width + x))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const pixelsOf = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer()
const exif = { IFD0: { ImageDescription: secret } }

function cleaned(bytes: Buffer): CleanImage {
  const image = cleanImage(bytes)
  if (image === 'unknown' || image === 'damaged') throw new Error(image)
  return image
}

/** The picture with something that is no part of it. */
const additions: Record<AvatarFormat, Record<string, (bytes: Buffer) => Buffer>> = {
  png: {
    'a text': (bytes) => insert(bytes, 33, pngChunk('tEXt', Buffer.from(`Comment\0${secret}`))),
    'a compressed text': (bytes) => insert(bytes, 33, pngChunk('zTXt', compressed('Comment', bigProfile))),
    'an international text': (bytes) =>
      insert(bytes, 33, pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${secret}`))),
    'an unknown chunk': (bytes) => insert(bytes, 33, pngChunk('prVt', Buffer.from(secret))),
    'a profile of 1 MB': (bytes) => insert(bytes, 33, pngChunk('iCCP', compressed(secret, bigProfile))),
    'a thousand profiles': (bytes) =>
      insert(bytes, 33, Buffer.concat(Array(1000).fill(pngChunk('iCCP', compressed(secret, bigProfile))))),
  },
  jpeg: {
    'a comment': (bytes) => insert(bytes, 2, jpegSegment(0xfe, secret)),
    XMP: (bytes) => insert(bytes, 2, jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`)),
    IPTC: (bytes) => insert(bytes, 2, jpegSegment(0xed, `Photoshop 3.0\0${secret}`)),
    'a thumbnail': (bytes) =>
      insert(bytes, 2, jpegSegment(0xe0, `JFIF\0\x01\x02\0\0\x01\0\x01\x09\x01${secret}  `)),
    'a profile of 1 MB': (bytes) =>
      insert(
        bytes,
        2,
        Buffer.concat(
          Array.from({ length: 20 }, (_, part) =>
            jpegSegment(0xe2, `ICC_PROFILE\0${String.fromCharCode(part + 1)}\x14${secret.repeat(2000)}`),
          ).slice(2),
        ),
      ),
    'fill bytes': (bytes) => insert(bytes, 2, Buffer.alloc(9, 0xff)),
  },
  gif: {
    'a comment': (bytes) =>
      insertBlock(
        bytes,
        Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(`${secret}\0`)]),
      ),
    XMP: (bytes) =>
      insertBlock(
        bytes,
        Buffer.concat([
          Buffer.from([0x21, 0xff, 11]),
          Buffer.from('XMP DataXMP'),
          Buffer.from([secret.length]),
          Buffer.from(`${secret}\0`),
        ]),
      ),
    'an application that claims to repeat': (bytes) =>
      insertBlock(
        bytes,
        Buffer.concat([
          Buffer.from([0x21, 0xff, 11]),
          Buffer.from('NETSCAPE2.0'),
          Buffer.from([secret.length]),
          Buffer.from(`${secret}\0`),
        ]),
      ),
    'a text': (bytes) =>
      insertBlock(
        bytes,
        Buffer.concat([Buffer.from([0x21, 0x01, secret.length]), Buffer.from(`${secret}\0`)]),
      ),
  },
  webp: {
    XMP: (bytes) => webpChunk(bytes, 'XMP ', secret),
    'an unknown chunk': (bytes) => webpChunk(bytes, 'PRVT', secret),
    'a profile of 100 KB': (bytes) => webpChunk(bytes, 'ICCP', secret.repeat(4000)),
  },
}

describe('a clean image', () => {
  for (const format of formats) {
    describe(`of type ${format}`, () => {
      let plain: Buffer
      before(async () => {
        // sharp adds a resolution.
        plain = cleaned(await corners().toFormat(format).toBuffer()).bytes
      })

      it('is the same if it has only a picture', () => {
        expect(cleaned(plain)).to.deep.equal({ format, bytes: plain, isAnimated: false, orientation: 1 })
      })

      for (const [what, add] of Object.entries(additions[format])) {
        it(`has no ${what}`, async () => {
          const { bytes } = cleaned(add(plain))
          expect(bytes.includes(secret)).to.equal(false)
          // A JFIF segment without a thumbnail has 18.
          expect(bytes.length).to.be.at.most(plain.length + 18)
          expect(await pixelsOf(bytes)).to.deep.equal(await pixelsOf(plain))
          expect(cleaned(bytes).bytes.equals(bytes), 'cleaned again').to.equal(true)
        })
      }

      it('ends with the picture', () => {
        for (const rest of [Buffer.from(secret), Buffer.alloc(100_000), plain])
          expect(cleaned(Buffer.concat([plain, rest])).bytes.equals(plain)).to.equal(true)
      })

      it('is damaged if a part ends after the file', () => {
        for (let length = 12; length < plain.length - 1; length += 7) {
          const image = cleanImage(plain.subarray(0, length))
          if (image !== 'damaged') expect(format).to.equal('gif')
        }
      })

      it('takes at most 5 ms for random bytes and lengths', () => {
        const signature = plain.subarray(0, 12)
        for (let round = 0; round < 40; round += 1) {
          const bytes = Buffer.concat([
            signature,
            round % 2 ? plain.subarray(12) : Buffer.alloc(0),
            randomBytes(262_000),
          ])
          // 2³² - 1 and 2³¹ - 1 as a length.
          bytes.writeUInt32BE(round % 3 ? 0xffff_ffff : 0x7fff_ffff, 12 + (round % 30))
          const shortest = leastProcessorMs(5, () => cleanImage(bytes))
          expect(shortest).to.be.below(5)
        }
      })

      for (const filler of [
        Buffer.from([0, 0, 0, 0]),
        Buffer.from([0xff, 0xe0, 0, 2]),
        Buffer.from([0x21, 0xfe, 0]),
        Buffer.from('PRVT\0\0\0\0'),
      ]) {
        it(`takes at most 15 ms for many parts of ${filler.toString('hex')}`, () => {
          const bytes = insert(
            plain,
            { png: 8, jpeg: 2, gif: plain.length - 1, webp: 12 }[format],
            Buffer.alloc(250_000, filler),
          )
          const shortest = leastProcessorMs(15, () => cleanImage(bytes))
          expect(shortest).to.be.below(15)
        })
      }

      if (format === 'gif') return

      it('has no Exif, and a small profile', async () => {
        const photo = await corners().withExif(exif).withIccProfile('p3').toFormat(format).toBuffer()
        expect(photo.includes(secret)).to.equal(true)
        const { bytes } = cleaned(photo)
        const { exif: none, icc, format: same } = await sharp(bytes).metadata()
        expect([none, icc !== undefined, same]).to.deep.equal([undefined, true, format])
        expect(await pixelsOf(bytes)).to.deep.equal(await pixelsOf(photo))
      })

      for (let orientation = 1; orientation <= 8; orientation += 1) {
        it(`is upright if it had orientation ${orientation}`, async () => {
          const photo = await corners()
            .withMetadata({ orientation })
            .toFormat(format, { lossless: true })
            .toBuffer()
          expect(cleaned(photo).orientation).to.equal(orientation)
          const image = await decodeImage(cleaned(photo))
          if (image === 'damaged' || image === 'too large') throw new Error(image)
          const { width, height, orientation: none } = await sharp(image.bytes).metadata()
          const expected = await sharp(photo).autoOrient().raw().toBuffer({ resolveWithObject: true })
          expect([width, height, none]).to.deep.equal([expected.info.width, expected.info.height, undefined])
          const pixels = await pixelsOf(image.bytes)
          // Lossy formats change colours a little.
          const differences = expected.data.map((value, at) => Math.abs(value - (pixels[at] ?? 0)))
          expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).to.be.below(5)
        })
      }
    })
  }

  it('keeps the colours of a CMYK picture', async () => {
    const photo = await corners().toColourspace('cmyk').jpeg().toBuffer()
    expect(photo.includes('Adobe')).to.equal(true)
    expect(await pixelsOf(cleaned(photo).bytes)).to.deep.equal(await pixelsOf(photo))
  })

  for (const format of ['gif', 'webp'] as const) {
    it(`keeps frames, delays and repetitions of an animation: ${format}`, async () => {
      const frames = Buffer.alloc(8 * 16 * 4, 0).fill(255, 0, 256)
      const raw = { width: 8, height: 16, channels: 4 as const, pageHeight: 8 }
      const animation = await sharp(frames, { raw })
        .toFormat(format, { delay: [100, 200], loop: 3 })
        .toBuffer()
      const { bytes, isAnimated } = cleaned(animation)
      const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata()
      expect([isAnimated, pages, delay, loop]).to.deep.equal([true, 2, [100, 200], 3])
      expect(await pixelsOf(bytes)).to.deep.equal(await pixelsOf(animation))
    })
  }
})

function insert(bytes: Buffer, at: number, more: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
}

/** Before the trailer. */
const insertBlock = (gif: Buffer, block: Buffer) => insert(gif, gif.length - 1, block)

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

const compressed = (name: string, data: Buffer) =>
  Buffer.concat([Buffer.from(`${name}\0\0`), deflateSync(data)])

function jpegSegment(marker: number, text: string): Buffer {
  const data = Buffer.from(text, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** With a chunk at its end. */
function webpChunk(webp: Buffer, type: string, text: string): Buffer {
  const data = Buffer.from(text.length % 2 ? `${text}\0` : text)
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeUInt32LE(text.length, 4)
  const whole = Buffer.concat([webp, head, data])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
