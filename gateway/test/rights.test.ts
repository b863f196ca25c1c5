import { expect } from 'chai'
import { proofs, rights } from '../src/rights.ts'
import { apiRoutes } from '../src/routes.ts'

type OperationId = keyof typeof rights
const sessions = ['session', 'recent', 'administrator', 'recentAdministrator', 'guild']

describe('the table of rights', () => {
  it('has every operation, and uses every proof', () => {
    expect(Object.keys(rights).sort()).to.deep.equal(apiRoutes.map(({ operationId }) => operationId).sort())
    const used = new Set(Object.values(rights).map(({ proof }) => proof))
    expect([...used].sort()).to.deep.equal(Object.keys(proofs).sort())
  })

  for (const route of apiRoutes) {
    it(`agrees with ${route.operationId}`, () => {
      const { proof, closedBySso } = rights[route.operationId as OperationId]
      expect(sessions.includes(proof), 'access').to.equal(route.access === 'account')
      expect(proof === 'webhook', 'path').to.equal(route.path.startsWith('/webhooks/{webhook_id}/{token}'))
      const isManaged = ['administrator', 'recentAdministrator', 'guild'].includes(proof)
      expect(isManaged, 'MISSING_PERMISSIONS').to.equal(route.errors.includes('MISSING_PERMISSIONS'))
      // Of the mail with a code it names the methods of an account that gets none.
      const isRecent =
        ['recent', 'recentAdministrator', 'giver'].includes(proof) || route.operationId === 'sendSudoEmail'
      expect(isRecent, 'SUDO_MODE_REQUIRED').to.equal(route.errors.includes('SUDO_MODE_REQUIRED'))
      // There it means that the person has no account.
      if (route.operationId === 'completeSso') return
      expect(closedBySso, 'SSO_REQUIRED').to.equal(route.errors.includes('SSO_REQUIRED'))
    })
  }
})
