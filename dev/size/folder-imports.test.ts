import { expect } from 'chai'
import { folderImports, folderPairs } from './folder-imports.ts'

/** Only to be shortened: a folder that imports none of those that import it can be read, and moved, alone. */
const known = [
  // A route carries what the API document says about it.
  'gateway/http <-> gateway/openapi',
]

/** From bottom to top. A folder imports lower floors, and on its own floor only what is left of it; nobody imports a verb. */
const floors = {
  parts: ['accounts', 'field-rules', 'audit', 'throttle', 'mails', 'passwords', 'mail-domains'],
  proofsAndChanges: [
    ...['account-changes', 'factors', 'sms', 'passkeys', 'single-sign-on', 'step-up', 'sign-in'],
    'ip-authorization',
  ],
  verbs: [
    ...['login', 'registration', 'profile', 'email-change', 'recovery', 'verification', 'account-life'],
    ...['administration', 'imports', 'factor-settings', 'sso-settings'],
  ],
}

describe('folders of a package', () => {
  it('import each other nowhere but in the known pairs', () => {
    expect(folderPairs()).to.deep.equal(known)
  })

  it('of auth-service import nothing of a higher floor, and no verb', () => {
    const { parts, proofsAndChanges, verbs } = floors
    const order = [...parts, ...proofsAndChanges].map((folder) => `auth-service/${folder}`)
    const top = verbs.map((folder) => `auth-service/${folder}`)
    const all = folderImports().filter(({ from }) => from.startsWith('auth-service/'))
    const unknown = all
      .flatMap(({ from, to }) => [from, to])
      .filter((each) => ![...order, ...top].includes(each))
    const wrong = all.filter(({ from, to }) =>
      top.includes(from)
        ? !order.includes(to)
        : order.indexOf(to) < 0 || order.indexOf(to) > order.indexOf(from),
    )
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).to.deep.equal([])
    expect(unknown).to.deep.equal([])
  })
})
