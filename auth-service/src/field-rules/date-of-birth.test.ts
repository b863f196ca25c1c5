import { expect } from 'chai'
import { dateOfBirthProblem } from './date-of-birth.ts'

const now = Date.UTC(2030, 4, 10, 12)
const tooYoung = ['MUST_BE_MINIMUM_AGE', { min: 16 }]

describe('check of a date of birth', () => {
  for (const text of [
    '',
    '2000',
    '2000-1-1',
    '2000-02-30',
    '2001-02-29',
    '2000-13-01',
    '2000-00-10',
    '2000-01-00',
    '01.02.2000',
    ' 2000-01-01',
    '2000-01-01T00:00:00Z',
    '+002000-01-01',
    '२०००-०१-०१',
    // A date field makes this of 01/01/15.
    '0015-01-01',
    '0000-01-01',
    '0001-01-01',
    '1000-01-01',
    '1869-05-10',
    '1899-12-31',
    // Of the future.
    '2030-05-11',
    '2031-01-01',
    '9999-12-31',
  ]) {
    it(`rejects ${JSON.stringify(text)} as no date of a birth`, () =>
      expect(dateOfBirthProblem(text, now, 16)).to.equal('INVALID_DATE_OF_BIRTH_FORMAT'))
  }

  it('rejects the day before the 16th birthday and accepts the birthday', () => {
    expect(dateOfBirthProblem('2014-05-11', now, 16)).to.deep.equal(tooYoung)
    expect(dateOfBirthProblem('2014-05-10', now, 16)).to.equal(null)
  })

  it('applies the given minimum age', () => {
    expect(dateOfBirthProblem('2017-05-10', now, 13)).to.equal(null)
    expect(dateOfBirthProblem('2017-05-11', now, 13)).to.deep.equal(['MUST_BE_MINIMUM_AGE', { min: 13 }])
  })

  it('accepts the oldest people and rejects those born today for their age', () => {
    for (const text of ['1900-01-01', '1907-03-04', '1910-12-31'])
      expect(dateOfBirthProblem(text, now, 16), text).to.equal(null)
    expect(dateOfBirthProblem('2030-05-10', now, 16)).to.deep.equal(tooYoung)
  })

  it('counts a birthday on 29 February on 1 March', () => {
    expect(dateOfBirthProblem('2012-02-29', Date.UTC(2028, 1, 28), 16)).to.deep.equal(tooYoung)
    expect(dateOfBirthProblem('2012-02-29', Date.UTC(2028, 1, 29), 16)).to.equal(null)
    expect(dateOfBirthProblem('2012-02-29', Date.UTC(2029, 1, 28), 16)).to.equal(null)
    expect(dateOfBirthProblem('2012-02-29', Date.UTC(2030, 2, 1), 16)).to.equal(null)
  })
})
