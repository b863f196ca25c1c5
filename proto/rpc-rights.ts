import { callers, type Identity } from './callers.ts'

type RpcRight = {
  /** Whose data the response has. */
  reveals: string
  /** What ends with a success: sessions, credentials. */
  ends: string
}

const nothing = { reveals: 'nothing', ends: 'nothing' }
const account = { reveals: 'the account', ends: 'nothing' }
const mail = { reveals: 'the mail without recipient and content', ends: 'nothing' }
const counts = { reveals: 'counts and ids', ends: 'nothing' }
const session = { reveals: 'the session and its account', ends: 'nothing' }

/** What the rpcs that somebody else than the gateway may call reveal and end. The certificate of the caller is the proof. */
export const ofRpcs: Readonly<Record<string, RpcRight>> = {
  'gatehouse.auth.v1.AuthAdmin/FindAccount': account,
  'gatehouse.auth.v1.AuthAdmin/GetAccount': account,
  'gatehouse.auth.v1.AuthAdmin/DisableAccount': { ...account, ends: 'all sessions, and what waits' },
  'gatehouse.auth.v1.AuthAdmin/EnableAccount': { ...account, ends: 'the suspension' },
  'gatehouse.auth.v1.AuthAdmin/DeleteAccount': { ...nothing, ends: 'the account with all of its data' },
  'gatehouse.auth.v1.AuthAdmin/SetPassword': { ...account, ends: 'the password and all sessions' },
  'gatehouse.auth.v1.AuthAdmin/SetEmail': { ...account, ends: 'all sessions, and tokens that were mailed' },
  'gatehouse.auth.v1.AuthAdmin/ResetSecondFactors': { ...account, ends: 'all second factors' },
  'gatehouse.auth.v1.AuthAdmin/ImportAccounts': { reveals: 'ids of the accounts', ends: 'nothing' },
  'gatehouse.auth.v1.AuthAdmin/SetAdministrator': { ...account, ends: 'the role, if it is removed' },
  'gatehouse.auth.v1.AuthAdmin/SetSsoLink': { ...account, ends: 'the link, if it is removed' },
  'gatehouse.auth.v1.AuthAdmin/MoveSsoLinks': { ...counts, ends: 'the links to the former issuer' },
  'gatehouse.auth.v1.AuthAdmin/DisableSso': { reveals: 'whether it was on', ends: 'single sign-on' },
  'gatehouse.auth.v1.AuthAdmin/ListMails': mail,
  'gatehouse.auth.v1.AuthAdmin/GetMail': mail,
  'gatehouse.auth.v1.AuthAdmin/RetryMail': mail,
  'gatehouse.auth.v1.AuthAdmin/Rekey': counts,
  'gatehouse.auth.v1.AuthAdmin/ListAudit': { reveals: 'the audit log of all accounts', ends: 'nothing' },
  'gatehouse.clock.v1.Clock/Now': { reveals: 'the time of a test stack', ends: 'nothing' },
  'gatehouse.clock.v1.Clock/Advance': { reveals: 'the time of a test stack', ends: 'what expires' },
  'gatehouse.guilds.v1.Guilds/MemberPermissions': { reveals: 'rights of the member', ends: 'nothing' },
  'gatehouse.guilds.v1.Guilds/RedeemInvite': { reveals: 'the guild', ends: 'one use of the invite' },
  'gatehouse.sessions.v1.Sessions/Create': { reveals: 'a new token', ends: 'sessions above the cap' },
  'gatehouse.sessions.v1.Sessions/EndAttempt': { reveals: 'their number', ends: 'sessions of the attempt' },
  'gatehouse.sessions.v1.Sessions/Verify': session,
  'gatehouse.sessions.v1.Sessions/VerifyStream': session,
  'gatehouse.sessions.v1.Sessions/List': { reveals: 'the sessions of the account', ends: 'nothing' },
  'gatehouse.sessions.v1.Sessions/Revoke': {
    reveals: 'their number',
    ends: 'the named sessions of the account, with those that they gave',
  },
  'gatehouse.sessions.v1.Sessions/RevokeToken': {
    reveals: 'whether it was live',
    ends: 'the session of the token',
  },
  'gatehouse.sessions.v1.Sessions/RevokeAll': {
    reveals: 'their number',
    ends: 'all sessions of the account',
  },
  'gatehouse.sessions.v1.Sessions/WatchRevocations': { reveals: 'hashes of ended sessions', ends: 'nothing' },
  'gatehouse.sessions.v1.Sessions/RecordProof': { ...nothing, ends: 'the former proof' },
  'gatehouse.webhooks.v1.Webhooks/Preview': { reveals: 'the message of the payload', ends: 'nothing' },
  'gatehouse.webhooks.v1.Webhooks/Rekey': counts,
  'gatehouse.webhooks.v1.Webhooks/RetryMessages': counts,
  'gatehouse.webhooks.v1.Webhooks/WatchMessages': {
    reveals: 'the messages of all channels',
    ends: 'nothing',
  },
}

/** The rpcs that somebody else than the gateway may call. Those of reflection reveal the contracts alone. */
export const rpcRights = Object.entries(callers)
  .filter(([service]) => !service.startsWith('grpc.reflection.'))
  .flatMap(([service, rpcs]) =>
    Object.entries<readonly Identity[]>(rpcs).map(([rpc, identities]) => ({
      rpc: `${service}/${rpc}`,
      identities,
    })),
  )
  .filter(({ identities }) => identities.some((identity) => identity !== 'gateway'))
  .map((row) => {
    const right = ofRpcs[row.rpc] ?? ofDirectory(row.rpc)
    if (right === null) throw new Error(`proto/rpc-rights.ts has no ${row.rpc}`)
    return { ...row, ...right }
  })

/** The rpcs of the guild directory that read and write one kind of resource. */
function ofDirectory(rpc: string): RpcRight | null {
  const [, verb, name] = /^gatehouse\.guilds\.v1\.Guilds\/(Get|List|Put|Delete)([A-Z][a-z]+)$/.exec(rpc) ?? []
  if (verb === undefined || name === undefined) return null
  const what = `the ${name.toLowerCase()}`
  if (verb === 'Delete') return { reveals: 'whether it existed', ends: what }
  return { reveals: what, ends: 'nothing' }
}
