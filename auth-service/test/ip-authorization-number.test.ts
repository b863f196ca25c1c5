import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client, problems } from './auth-harness.ts'
import { elsewhere, rejectedToken, useWaitingSignIns } from './waiting-sign-ins.ts'

const wrongNumber = ['number:INVALID_AUTHORIZATION_NUMBER']

describe('the number of a sign-in that waits', () => {
  const { own, signIn, wait, newest, authorize, resend, poll } = useWaitingSignIns()
  beforeEach(() => own.stack.clock.advance(1))
  const rejection = async (token: string, number: string) =>
    problems(await rejected(authorize(token, client, number)))
  /** Another one than these. */
  const other = (...numbers: string[]) => ['11', '22', '33'].find((each) => !numbers.includes(each)) ?? ''
  const tries = async (ticket: string) => {
    const { tokenDigest: _, ...stored } =
      (await own.stack.ipAuthorizations.findOne({ accountId: own.id })) ?? {}
    expect(await poll(ticket)).to.equal(undefined)
    return (stored as { wrongNumbers?: number }).wrongNumbers ?? 0
  }
  const failures = () =>
    own.stack.audit.countDocuments({
      accountId: own.id,
      type: 'account.ip_authorization',
      outcome: 'failed',
    })

  it('authorizes if it is right, also with spaces around it', async () => {
    for (const write of [(number: string) => number, (number: string) => ` ${number} `]) {
      const from = { ...elsewhere, address: `203.0.113.${write('1').length}` }
      const { ticket, token, number } = await wait(from)
      await authorize(token, client, write(number))
      expect((await poll(ticket, from))?.accountId).to.equal(own.id)
    }
  })

  it('authorizes nothing if it is wrong, and ends the link with the fifth wrong one', async () => {
    const { ticket, token, number } = await wait()
    for (let count = 1; count <= 5; count += 1) {
      expect(await rejection(token, other(number))).to.deep.equal(wrongNumber)
      expect(await tries(ticket)).to.equal(count)
    }
    for (const each of [number, other(number)])
      expect(await rejection(token, each)).to.deep.equal(rejectedToken)
    expect(problems(await rejected(authorize(token)))).to.deep.equal(rejectedToken)
    expect(problems(await rejected(own.stack.auth.getIpAuthorization({ token })))).to.deep.equal(
      rejectedToken,
    )
    expect(await poll(ticket)).to.equal(undefined)
    expect(await failures()).to.equal(5)
  })

  it('is not counted if it is malformed', async () => {
    const { ticket, token, number } = await wait()
    for (const malformed of ['', 'x', '1', '123', '1a', 'no', '4 2 1', '-1', '1.'])
      expect(await rejection(token, malformed), malformed).to.deep.equal(wrongNumber)
    expect(await tries(ticket)).to.equal(0)
    await authorize(token, client, number)
  })

  it('is one of five guesses, however many come at the same time', async () => {
    const { ticket, token, number } = await wait()
    const guesses = Array.from({ length: 60 }, (_, index) => String(index + 20)).filter(
      (guess) => guess !== number,
    )
    const outcomes = await Promise.all(guesses.map((guess) => rejection(token, guess)))
    expect(outcomes.filter((codes) => codes.join() === wrongNumber.join())).to.have.length(5)
    expect(await tries(ticket)).to.equal(5)
  })

  it('is kept with its count if the mail is sent again', async () => {
    const { ticket, token, number } = await wait()
    for (let count = 1; count <= 4; count += 1)
      expect(await rejection(token, other(number))).to.deep.equal(wrongNumber)
    own.stack.clock.advance(30_000)
    await resend(ticket)
    const newer = /#token=([\w-]{43})/.exec((await newest(2))?.text ?? '')?.[1] ?? ''
    expect(newer).not.to.equal(token)
    expect(await rejection(newer, other(number))).to.deep.equal(wrongNumber)
    expect(await rejection(newer, number)).to.deep.equal(rejectedToken)
  })

  it('is another one for each sign-in that waits, and only right for its own', async () => {
    const waits = []
    for (let host = 1; host <= 5; host += 1)
      waits.push(await wait({ ...elsewhere, address: `198.51.100.${host}` }))
    const numbers = waits.map(({ number }) => number)
    expect(new Set(numbers).size).to.equal(waits.length)
    const [one, two] = waits
    expect(await rejection(one?.token ?? '', two?.number ?? '')).to.deep.equal(wrongNumber)
    await authorize(two?.token ?? '', client, two?.number ?? '')
  })

  it('is in no mail and no description of the sign-in', async () => {
    const found = []
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
      const { token, number, mail } = await wait({ ...elsewhere, address })
      const described = JSON.stringify(await own.stack.auth.getIpAuthorization({ token }))
      expect(described).not.to.contain('umber')
      const alone = new RegExp(`(?<![\\w:#-]|\\d[.,])${number}(?![\\w:%-]|[.,]\\d)`)
      found.push(alone.test(`${mail?.text} ${mail?.html}`))
    }
    // The day or the lifetime can be the same number, though not three times.
    expect(found.every(Boolean)).to.equal(false)
  })

  it('is not compared for a sign-in that an older version stored, nor without one', async () => {
    const { ticket, token, number } = await wait()
    await own.stack.ipAuthorizations.updateOne({ accountId: own.id }, { $unset: { number: 1 } })
    await authorize(token, client, other(number))
    expect((await poll(ticket))?.accountId).to.equal(own.id)
    await signIn()
  })
})
