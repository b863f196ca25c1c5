import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openKeyRing } from './key-ring.ts'

const oldKey = randomBytes(32).toString('base64')
const newKey = randomBytes(32).toString('base64')
const ringText = (current: string, keys: Record<string, string>) => JSON.stringify({ current, keys })

describe('key ring', () => {
  it('reads a changed file again, and goes on with the previous keys if it is damaged', () => {
    const folder = mkdtempSync(join(tmpdir(), 'key-ring-'))
    const path = join(folder, 'keys.json')
    try {
      writeFileSync(path, ringText('old', { old: oldKey }))
      const watched = openKeyRing(`file:${path}`, { reloadSeconds: 0 })
      const sealed = watched.seal('secret', 'c')
      writeFileSync(path, ringText('new', { old: oldKey, new: newKey }))
      expect(watched.seal('secret', 'c')).to.match(/^v1\.new\./)
      expect(watched.macs('code')).to.have.length(2)
      writeFileSync(path, '{')
      expect(watched.open(sealed, 'c')).to.equal('secret')
      rmSync(path)
      expect(watched.seal('secret', 'c')).to.match(/^v1\.new\./)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  const ring = openKeyRing(ringText('2026-1', { '2026-1': oldKey }))

  it('opens any text that it sealed', () => {
    for (const plain of ['ghw_secret', '', 'größer \u{1F600}', 'x'.repeat(10_000)]) {
      expect(ring.open(ring.seal(plain, 'webhook:1'), 'webhook:1')).to.equal(plain)
    }
  })

  it('writes version and key id, and never the same ciphertext twice', () => {
    expect(ring.seal('a', 'c')).to.match(/^v1\.2026-1\.[\w-]{16}\.[\w-]+$/)
    expect(ring.seal('a', 'c')).not.to.equal(ring.seal('a', 'c'))
  })

  it('does not open a text in another context', () => {
    const sealed = ring.seal('secret', 'webhook:1')
    expect(() => ring.open(sealed, 'webhook:2')).to.throw()
  })

  it('does not open a changed text', () => {
    const sealed = ring.seal('secret', 'c')
    const [version, id, iv, body = ''] = sealed.split('.')
    const flipped = (body[0] === 'A' ? 'B' : 'A') + body.slice(1)
    for (const bad of [
      [version, id, iv, flipped].join('.'),
      [version, id, iv, body.slice(0, -4)].join('.'),
      [version, id, iv, ''].join('.'),
      [version, id, 'AAAA', body].join('.'),
      ['v2', id, iv, body].join('.'),
      ['v1', 'other', iv, body].join('.'),
      `${sealed}.more`,
      '',
    ]) {
      expect(() => ring.open(bad, 'c'), bad).to.throw()
    }
  })

  it('opens bytes that it sealed, in their context and unchanged', () => {
    for (const plain of [Buffer.alloc(0), randomBytes(1000)]) {
      const sealed = ring.sealBytes(plain, 'delivery:1')
      expect(ring.openBytes(sealed, 'delivery:1').equals(plain)).to.equal(true)
      expect(() => ring.openBytes(sealed, 'delivery:2')).to.throw()
      expect(() => ring.openBytes(sealed.subarray(0, -1), 'delivery:1')).to.throw()
      expect(() =>
        ring.openBytes(Buffer.concat([Buffer.from('v2'), sealed.subarray(2)]), 'delivery:1'),
      ).to.throw()
    }
    expect(() => ring.openBytes(Buffer.from('v1.2026-1.'), 'c')).to.throw('not a sealed value')
  })

  it('opens texts of an older key, and seals with the current one', () => {
    const sealed = ring.seal('secret', 'c')
    const rotated = openKeyRing(ringText('2026-2', { '2026-1': oldKey, '2026-2': newKey }))
    expect(rotated.open(sealed, 'c')).to.equal('secret')
    expect(rotated.seal('x', 'c')).to.match(/^v1\.2026-2\./)
  })

  it('encrypts texts of an older key again, and no others', () => {
    const sealed = ring.seal('secret', 'c')
    const rotated = openKeyRing(ringText('2026-2', { '2026-1': oldKey, '2026-2': newKey }))
    const resealed = rotated.reseal(sealed, 'c') ?? ''
    expect(openKeyRing(ringText('2026-2', { '2026-2': newKey })).open(resealed, 'c')).to.equal('secret')
    expect(rotated.reseal(resealed, 'c')).to.equal(null)
    expect(() => rotated.reseal(sealed, 'other')).to.throw()
  })

  it('returns the MAC under the current key first, then under each older one', () => {
    const [old] = ring.macs('ABCD2345')
    const rotated = openKeyRing(ringText('2026-2', { '2026-1': oldKey, '2026-2': newKey }))
    const [current] = openKeyRing(ringText('2026-2', { '2026-2': newKey })).macs('ABCD2345')
    expect(rotated.macs('ABCD2345')).to.deep.equal([current, old])
    expect(current)
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(old)
    expect(ring.macs('ABCD2346')).to.not.include(old)
  })

  it('reads its keys from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'key-ring-'))
    try {
      writeFileSync(join(folder, 'keys.json'), ringText('a', { a: oldKey }))
      const fromFile = openKeyRing(`file:${join(folder, 'keys.json')}`)
      expect(fromFile.open(fromFile.seal('x', ''), '')).to.equal('x')
      expect(() => openKeyRing(`file:${join(folder, 'none.json')}`)).to.throw(
        'GATEHOUSE_KEYS names a file that cannot be read (ENOENT)',
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('rejects an invalid ring without showing a key', () => {
    const bad = [
      oldKey,
      ringText('b', { a: oldKey }),
      ringText('a', { a: oldKey.slice(4) }),
      ringText('a.b', { 'a.b': oldKey }),
      ringText('toString', { a: oldKey }),
      '{}',
    ]
    for (const text of bad) {
      expect(() => openKeyRing(text), text)
        .to.throw('key ring')
        .with.property('message')
        .not.contain(oldKey.slice(4, 20))
    }
  })
})
