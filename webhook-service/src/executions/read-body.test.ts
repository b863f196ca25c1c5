import { releaseBytes } from '@gatehouse/service-kit/limits/body-chunks'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { readBody } from './read-body.ts'

const mebibyte = 1024 * 1024
const canRelease = 'transfer' in ArrayBuffer.prototype

describe('bytes of bodies', () => {
  it('are released once, and the list is empty afterwards', function () {
    if (!canRelease) this.skip()
    const [first, second] = [new Uint8Array(10), new Uint8Array(0)]
    const chunks = [first, second]
    releaseBytes(chunks)
    releaseBytes([first])
    expect([chunks.length, first.length, first.buffer.detached]).to.deep.equal([0, 0, true])
  })

  it('are released when a body is rejected, before the garbage is collected', async function () {
    if (!canRelease) this.skip()
    const chunk = new Uint8Array(mebibyte).fill(32)
    async function* tooMuch() {
      for (let count = 0; count < 26; count++) yield chunk
    }
    const format = { name: 'code-host', maxBytes: 25 * mebibyte } as const
    const head = { contentType: '', contentEncoding: '' }
    const before = process.memoryUsage().arrayBuffers
    for (let count = 0; count < 3; count++) {
      const error = await rejected(readBody(tooMuch(), { head, format, reserve: () => {} }))
      expect(error.code).to.equal('PAYLOAD_TOO_LARGE')
    }
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(2 * mebibyte)
  })
})
