import { expect } from 'chai'
import { callingCodeOf, phoneHint, readPhoneNumber } from './phone-number.ts'

describe('readPhoneNumber', () => {
  it('rejects numbers that are not mobile, and texts that are no number', () => {
    for (const text of [
      '',
      '+',
      '12025550123',
      '+1202555',
      '+49301234567',
      '+19005551234',
      '+881612345678',
      '00',
      'tel:',
      '004930',
      'x+4915112345678',
    ])
      expect(readPhoneNumber(text), text).to.equal(null)
  })

  it('returns E.164', () => {
    expect(readPhoneNumber('+1 (202) 555-0123')).to.equal('+12025550123')
    expect(readPhoneNumber('+33 6.12.34.56.78')).to.equal('+33612345678')
    for (const typed of [
      ...['+49 151/12345678', '0049 151 12345678', 'tel:+49-151-12345678', '\u202a+49 151 12345678\u202c'],
      ...[
        '+49 151\u201112345678',
        '+49 151\u201212345678',
        '＋４９ １５１ １２３４５６７８',
        '+٤٩ ١٥١ ١٢٣٤٥٦٧٨',
        '+49 (0)151 12345678',
      ],
    ])
      expect(readPhoneNumber(typed), typed).to.equal('+4915112345678')
  })
})

describe('callingCodeOf and phoneHint', () => {
  it('return the calling code, and the last four digits', () => {
    expect(callingCodeOf('+18765551234')).to.equal('+1')
    expect(callingCodeOf('+33612345678')).to.equal('+33')
    expect(phoneHint('+33612345678')).to.equal('****5678')
  })
})
