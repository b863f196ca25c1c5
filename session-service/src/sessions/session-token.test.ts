import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { isSessionHash, newSessionToken, readSessionToken } from './session-token.ts'

const accountId = '1234567890123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

describe('a session token', () => {
  it('consists of gh_, the account id, a dot and 43 characters', () => {
    expect(newSessionToken('1')).to.match(/^gh_AAAAAAAAAAE\.[A-Za-z0-9_-]{43}$/)
  })

  it('yields its account and its SHA-256', () => {
    const token = newSessionToken(accountId)
    const idHash = createHash('sha256').update(token).digest('base64url')
    expect(readSessionToken(token)).to.deep.equal({ accountId, idHash })
    expect(isSessionHash(idHash)).to.equal(true)
  })

  for (const id of ['1', '4294967296', '9007199254740993', '9223372036854775807']) {
    it(`keeps every digit of the id ${id}`, () => {
      expect(readSessionToken(newSessionToken(id))?.accountId).to.equal(id)
    })
  }

  it('is random after the account id: 100,000 differ, with even letters at every position', () => {
    const counts = Array.from({ length: 43 }, () => new Map<string, number>())
    const seen = new Set<string>()
    for (let i = 0; i < 100_000; i++) {
      const random = newSessionToken(accountId).split('.')[1] ?? ''
      seen.add(random)
      counts.forEach((count, place) => {
        const letter = random[place] ?? ''
        count.set(letter, (count.get(letter) ?? 0) + 1)
      })
    }
    expect(seen.size).to.equal(100_000)
    counts.forEach((count, place) => {
      // Six standard deviations and more around 100,000 / 64; the last place carries four bits, so 16 letters.
      const expected = place === 42 ? 6250 : 1562.5
      expect(count.size).to.equal(place === 42 ? 16 : 64)
      for (const n of count.values()) expect(n).to.be.closeTo(expected, place === 42 ? 520 : 270)
    })
  })
})

describe('readSessionToken', () => {
  const token = newSessionToken(accountId)
  const [owner = '', random = ''] = token.split('.')
  const rejected: Record<string, string> = {
    empty: '',
    'truncated by one': token.slice(0, -1),
    'longer by one': `${token}A`,
    'followed by a newline': `${token}\n`,
    'without its dot': token.replace('.', 'A'),
    'of another prefix': token.replace('gh_', 'gx_'),
    'in capitals': token.toUpperCase(),
    'an id hash': readSessionToken(token)?.idHash ?? '',
    'of 64 KB': 'gh_'.padEnd(65_536, 'A'),
    'of other characters': `${owner}.${random.slice(0, 20)}ü${random.slice(21)}`,
    'in standard base64': `${owner}.${random.slice(0, 20)}+${random.slice(21)}`,
    'with an id above 63 bits': `gh_g${owner.slice(4)}.${random}`,
  }
  for (const [name, text] of Object.entries(rejected)) {
    it(`rejects ${name}`, () => {
      expect(readSessionToken(text)).to.equal(null)
    })
  }

  it('never yields the same session for a token with one altered character', () => {
    const right = readSessionToken(token)
    for (let place = 0; place < token.length; place++) {
      for (const letter of letters) {
        if (letter === token[place]) continue
        const altered = readSessionToken(token.slice(0, place) + letter + token.slice(place + 1))
        expect(altered?.idHash).not.to.equal(right?.idHash)
      }
    }
  })
})
