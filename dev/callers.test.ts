import { callers, type Identity } from '@gatehouse/proto/callers'
import { ofRpcs, rpcRights } from '@gatehouse/proto/rpc-rights'
import { expect } from 'chai'
import { productSources } from './testing/product-sources.ts'

type Service = keyof typeof callers

/** What the callers name their clients of each service. */
const clientNames: Partial<Record<Service, readonly string[]>> = {
  'gatehouse.auth.v1.Auth': ['auth'],
  'gatehouse.auth.v1.AuthAdmin': ['accounts', 'auth', 'service'],
  'gatehouse.auth.v1.Sso': ['sso'],
  'gatehouse.clock.v1.Clock': ['clock'],
  'gatehouse.guilds.v1.Guilds': ['directory', 'guilds', 'client'],
  'gatehouse.sessions.v1.Handoffs': ['handoffs'],
  'gatehouse.sessions.v1.Sessions': ['sessions', 'client'],
  'gatehouse.webhooks.v1.Deliveries': ['deliveries'],
  'gatehouse.webhooks.v1.Webhooks': ['webhooks', 'hooks'],
}

/** The rpcs of each identity of this repository; the backend services of the platform are not in it. */
const rights = Object.entries(clientNames).flatMap(([service, names]) =>
  Object.entries<readonly Identity[]>(callers[service as Service]).flatMap(([rpc, identities]) =>
    identities
      .filter((identity) => identity !== 'platform')
      .map((identity) => ({ identity, right: `${service}/${rpc}`, rpc, names })),
  ),
)

describe('the rights of rpcs', () => {
  it('are those of rpcs that exist', () => {
    const known = rpcRights.map(({ rpc }) => rpc)
    expect(Object.keys(ofRpcs).filter((rpc) => !known.includes(rpc))).to.deep.equal([])
  })
})

describe('the table of callers', () => {
  it('has no rpc that its caller never calls', () => {
    const unused = rights.filter(({ identity, rpc, names }) => {
      const name = rpc.charAt(0).toLowerCase() + rpc.slice(1)
      return !new RegExp(`\\b(?:${names.join('|')})(?:\\(\\))?\\s*\\.${name}\\b`).test(
        productSources(identity),
      )
    })
    expect(unused.map(({ identity, right }) => `${identity}: ${right}`)).to.deep.equal([])
  })
})
