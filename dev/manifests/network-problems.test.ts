import { expect } from 'chai'
import { stringify } from 'yaml'
import { callArrows } from './call-arrows.ts'
import { networkProblems } from './network-problems.ts'

const pod = (name: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/name': name } } })
const policy = (name: string, spec: object) =>
  `---\n${stringify({ kind: 'NetworkPolicy', metadata: { name }, spec: { ...pod(name), ...spec } })}`

const mill = policy('mill', { egress: [{ to: [pod('barn')] }] })
const barn = policy('barn', { ingress: [{ from: [pod('mill')] }] })
const arrow = new Set(['mill -> barn'])

describe('networkProblems', () => {
  it('accepts policies that allow every arrow and no other', () => {
    expect(networkProblems(mill + barn, arrow)).to.deep.equal([])
  })

  it('names arrows that no policy allows on one of the two sides', () => {
    expect(networkProblems(barn, arrow)).to.deep.equal(['no egress for mill -> barn'])
    expect(networkProblems(mill, arrow)).to.deep.equal(['no ingress for mill -> barn'])
  })

  it('names allowed calls that no rpc needs', () => {
    expect(networkProblems(mill + barn, new Set())).to.deep.equal([
      'mill -> barn is allowed, but calls no rpc',
    ])
  })
})

describe('callArrows', () => {
  it('follows the table of callers', () => {
    expect([...callArrows()]).to.include.members([
      'gateway -> auth-service',
      'auth-service -> webhook-service',
    ])
    expect([...callArrows()].filter((each) => each.startsWith('session-service'))).to.deep.equal([])
  })
})
