import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const client = { client_id: 'gatehouse', client_secret: 'secret-of-the-development-client' }
/** Beside the port of the gateway, so that the issuer stays the same. */
const portOffset = 10

/** An OpenID Connect provider on this machine. Its page accepts every name with any password. */
export async function startIdentityProvider(gateway: string): Promise<{ help: string; stop: () => void }> {
  const port = Number(new URL(gateway).port) + portOffset
  const issuer = `http://localhost:${port}`
  const status = await fetch(`${gateway}/auth/sso/status`)
  const { redirect_uri } = (await status.json()) as { redirect_uri: string }
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [redirect_uri],
        backchannel_logout_uri: `${gateway}/auth/sso/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    features: { backchannelLogout: { enabled: true } },
    // Without its dispatcher, which rejects addresses of this machine.
    fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
    findAccount: (_, name) => ({ accountId: name, claims: () => claimsOf(name) }),
    cookies: { keys: ['a key for development'] },
  })
  const server = createServer(provider.callback())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const help = `Single sign-on: enter this at ${gateway}/account/single-sign-on

  issuer         ${issuer}
  client ID      ${client.client_id}
  client secret  ${client.client_secret}

Its sign-in page accepts every name with any password. Logout: ${issuer}/session/end
`
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { help, stop }
}

function claimsOf(name: string) {
  const email = name.includes('@') ? name : `${name}@example.com`
  return { sub: name, name, email, email_verified: true }
}
