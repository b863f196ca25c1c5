import { formProblems, readRegistration } from '@gatehouse/auth-service/registration/registration'
import { RegisterRequest } from '@gatehouse/gateway/schemas/registration'
import { schemaReader } from '@gatehouse/service-kit/testing/json-schema'
import { expect } from 'chai'
import fc from 'fast-check'
import { document, problemsAt } from './surface/documented-answer.ts'
import { valuesOf } from './surface/schema-values.ts'

const pointer = ['components', 'schemas', 'RegisterRequest']
const schema = schemaReader(document.components.schemas).expanded(document.components.schemas.RegisterRequest)
const context = {
  clock: { now: () => Date.parse('2030-01-01') },
  countryOf: () => null,
  productName: 'Gatehouse',
}
const valid = { consent: true, date_of_birth: '1990-01-01' }

/** What the gateway and auth-service check without a store. */
function isAccepted(body: unknown): boolean {
  const { data } = RegisterRequest.safeParse(body)
  if (!data) return false
  const request = {
    client: { address: '', userAgent: '', location: undefined },
    consent: data.consent,
    dateOfBirth: data.date_of_birth,
    email: data.email,
    globalName: data.global_name,
    password: data.password,
    username: data.username,
  }
  return Object.values(formProblems(context, request, readRegistration(context, request))).every(
    (each) => each === null,
  )
}

describe('the schema of a registration', () => {
  it('is as strict as the validation: at least 90 % of the bodies that it allows are accepted', () => {
    const bodies = fc.sample(valuesOf(schema), { numRuns: 500, seed: 1 })
    for (const body of bodies) expect([body, problemsAt(pointer, body)]).to.deep.equal([body, null])
    expect(bodies.filter(isAccepted).length).to.be.at.least(450)
  })

  const wrong: Record<string, readonly unknown[]> = {
    consent: [false, 'true', null],
    date_of_birth: ['1990-1-1', '1990-02-30', '01.01.1990', ''],
    email: ['', 'ada', 'ada@', '@example.com', 'ada@example', 'a..b@example.com', 'ada@127.0.0.1'],
    global_name: ['', ' ', 'x'.repeat(33)],
    password: ['', 'x'.repeat(7), 'x'.repeat(257)],
    username: ['', 'ada lovelace', 'ada.lovelace', 'x'.repeat(33)],
    invite_code: ['x'.repeat(257), 7],
  }
  for (const [name, values] of Object.entries(wrong)) {
    it(`allows no ${name} that validation rejects for its form`, () => {
      for (const value of values) {
        const body = { ...valid, [name]: value }
        expect([value, problemsAt(pointer, body) === null, isAccepted(body)]).to.deep.equal([
          value,
          false,
          false,
        ])
      }
    })
  }
})
