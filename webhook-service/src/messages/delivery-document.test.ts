import { randomBytes } from 'node:crypto'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { deliveryCipher } from './delivery-document.ts'

const kibibyte = 1024

describe('the stored body of a delivery', () => {
  const cipher = deliveryCipher(openKeyRing(testKeys()))
  const source = { format: 'code-host', event: 'push', action: null, senderDeliveryId: null } as const
  const outcome = { result: 'rendered', detail: null, replayOf: null, expiresAt: 1 }
  const sealed = (body: Buffer, isTruncated = false) =>
    cipher.seal('7', { ...outcome, request: { headers: { a: 'b' }, body, isTruncated } })
  const random = (length: number) => randomBytes(length)
  const text = (length: number) =>
    Buffer.from('{"ref":"refs/heads/main"}'.repeat(length / 25 + 1)).subarray(0, length)

  for (const length of [0, 1, 5000, 32 * kibibyte - 1, 32 * kibibyte, 32 * kibibyte + 1, 256 * kibibyte])
    for (const [what, bodyOf] of Object.entries({ random, text }))
      it(`is the same when it is read: ${length} bytes, ${what}`, async () => {
        const body = bodyOf(length)
        const delivery = await sealed(body, true)
        expect(delivery.packed?.size).to.be.below(length + 100)
        if (what === 'text' && length >= 5000) expect(delivery.packed?.size).to.be.below(length / 10)
        expect(delivery.packed?.bytes.length()).to.be.above(delivery.packed?.size ?? 0)
        const document = { _id: toSortable('7'), webhookId: '1', source, delivery }
        const read = cipher.openRequest(document)
        expect(read.body.equals(body)).to.equal(true)
        expect([read.headers, read.isTruncated]).to.deep.equal([{ a: 'b' }, true])
      })

  it('cannot be read under another id, nor if it was changed', async () => {
    const delivery = await sealed(Buffer.from('{}'))
    const document = { webhookId: '1', source, delivery }
    expect(() => cipher.openRequest({ ...document, _id: toSortable('8') })).to.throw()
    const bytes = Buffer.from(delivery.packed?.bytes.buffer ?? [])
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    const packed = { size: 1, isTruncated: false, bytes: new mongoose.mongo.Binary(bytes) }
    const changed = { ...document, _id: toSortable('7'), delivery: { ...delivery, packed } }
    expect(() => cipher.openRequest(changed)).to.throw()
  })
})
