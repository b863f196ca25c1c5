import { readEmailAddress } from '@gatehouse/auth-service/accounts/email-address'
import { LoginRequest } from '@gatehouse/gateway/schemas/login'
import { schemaReader } from '@gatehouse/service-kit/testing/json-schema'
import { expect } from 'chai'
import fc from 'fast-check'
import { document, problemsAt } from './surface/documented-answer.ts'
import { valuesOf } from './surface/schema-values.ts'

const pointer = ['components', 'schemas', 'LoginRequest']
const schema = schemaReader(document.components.schemas).expanded(document.components.schemas.LoginRequest)
const valid = { email: 'ada@example.com', password: 'violet-anchor-1815' }

/** The gateway checks the form; auth-service finds no account for an invalid address. */
function isAccepted(body: unknown): boolean {
  const { data } = LoginRequest.safeParse(body)
  return data !== undefined && readEmailAddress(data.email) !== null
}

describe('the schema of a sign-in', () => {
  it('is as strict as the validation: at least 90 % of the bodies that it allows are accepted', () => {
    const bodies = fc.sample(valuesOf(schema), { numRuns: 500, seed: 1 })
    for (const body of bodies) expect([body, problemsAt(pointer, body)]).to.deep.equal([body, null])
    expect(bodies.filter(isAccepted).length).to.be.at.least(450)
  })

  const wrong: Record<string, readonly unknown[]> = {
    email: [undefined, null, 7, '', 'ada', 'ada@', '@example.com', 'ada@example', 'ada@127.0.0.1'],
    password: [undefined, null, 7, true, ''],
    invite_code: ['x'.repeat(257), 7, []],
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
