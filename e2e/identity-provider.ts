import { createServer } from 'node:http'
import Provider from 'oidc-provider'

type Person = { sub: string; email: string; email_verified?: boolean; name?: string }

/** An OpenID Connect provider where everybody is signed in as `person` without a page, or cancels. */
export async function startIdentityProvider(redirectUris: string[], logoutUri?: string) {
  const state = {
    person: { sub: 'ada', email: 'ada@example.com', email_verified: true } as Person,
    cancels: false,
  }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'gatehouse',
        client_secret: 'secret-of-the-client',
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        ...(logoutUri && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: () => '/sign-in' },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...state.person }) }),
    // Without its dispatcher, which rejects addresses of this machine.
    fetch: (url, { dispatcher: _, ...options }: RequestInit = {}) => fetch(url, options),
    cookies: { keys: ['a key of the tests'] },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/sign-in')) return void handle(request, response)
    void (async () => {
      if (state.cancels) return provider.interactionFinished(request, response, { error: 'access_denied' })
      const grant = new provider.Grant({ accountId: state.person.sub, clientId: 'gatehouse' })
      grant.addOIDCScope('openid email profile')
      const consent = { grantId: await grant.save() }
      await provider.interactionFinished(request, response, {
        login: { accountId: state.person.sub },
        consent,
      })
    })()
  })

  let cookies = new Map<string, string>()
  /** As a browser sends it. */
  const send = async (url: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...body })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return response
  }

  return {
    issuer,
    state,
    /** Ends the session of the last sign-in at the provider. */
    async signOut(): Promise<void> {
      const page = await (await send(`${issuer}/session/end`)).text()
      const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page) ?? []
      const { status } = await send(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
      if (status !== 303) throw new Error(`The provider answered ${status}.`)
    },
    /** What a browser does: follows redirects and keeps cookies until it is sent back. Returns the parameters. */
    async signIn(authorizationUrl: string): Promise<{ code: string; state: string; iss: string }> {
      cookies = new Map()
      let url = authorizationUrl
      while (!redirectUris.some((uri) => url.startsWith(uri))) {
        const response = await send(url)
        const location = response.headers.get('location')
        if (location === null) throw new Error(`The provider answered ${response.status}.`)
        url = new URL(location, url).href
      }
      const { searchParams } = new URL(url)
      const parameter = (name: string) => searchParams.get(name) ?? ''
      return { code: parameter('code'), state: parameter('state'), iss: parameter('iss') }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
