import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'

type Login = { nonce: string; challenge: string; redirectUri: string; claims: JWTPayload }
export type ClientAuthMethod = 'encoded' | 'literal' | 'body'
export type Behaviour = FakeProvider['behaviour']
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string }

/** An OpenID Connect provider whose responses tests can replace. */
export async function fakeProvider() {
  const behaviour = {
    /** What the issuer has behind the origin. */
    path: '',
    /** Replaces entries of the discovery document. */
    discovery: {} as Record<string, unknown>,
    /** Replaces the response of a path. */
    replies: {} as Record<string, Reply | ((request: IncomingMessage) => Reply | Promise<Reply>)>,
    /** Replaces claims of the id_token; undefined removes one. */
    claims: {} as Record<string, unknown>,
    /** Replaces the id_token. */
    idToken: null as null | ((claims: JWTPayload) => string | Promise<string> | null),
    userinfo: null as null | Record<string, unknown>,
    /** Replaces entries of the token response. */
    tokens: {} as Record<string, unknown>,
    /** Precede the key that signs in the key set. */
    otherKeys: [] as unknown[],
    clientSecret: 'secret' as string | null,
    /** How a client may send its secret: Basic with percent-encoding, Basic as it is, in the body. */
    accepts: ['encoded', 'literal', 'body'] as ClientAuthMethod[],
    /** The response to a client that is not accepted. */
    clientRejection: { status: 401, body: { error: 'invalid_client' } } as Reply,
    /** Public key of a client that uses private_key_jwt. */
    clientKey: null as JWK | null,
    requests: [] as { path: string; authorization: string | undefined; body: URLSearchParams }[],
  }
  const logins = new Map<string, Login>()
  const clock = { now: () => Date.now() }
  const seconds = () => Math.floor(clock.now() / 1000)
  let key = await newKey('RS256')
  let published: JWK[] = [key.jwk]

  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const origin = `http://localhost:${port}`
  const issuerNow = () => `${origin}${behaviour.path}`

  const discovery = () => ({
    issuer: issuerNow(),
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    ...(behaviour.userinfo && { userinfo_endpoint: `${origin}/userinfo` }),
    ...behaviour.discovery,
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = new URLSearchParams(Buffer.concat(chunks).toString())
    const path = request.url ?? ''
    behaviour.requests.push({ path, authorization: request.headers.authorization, body })
    const replaced = behaviour.replies[path]
    const reply: Reply = await (typeof replaced === 'function'
      ? replaced(request)
      : (replaced ?? replyTo(path, request, body)))
    const { status = 200, headers = {}, text } = reply
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(text ?? JSON.stringify(reply.body ?? {}))
  }

  async function replyTo(path: string, request: IncomingMessage, body: URLSearchParams): Promise<Reply> {
    if (path === `${behaviour.path.replace(/\/$/, '')}/.well-known/openid-configuration`)
      return { body: discovery() }
    if (path === '/jwks') return { body: { keys: [...behaviour.otherKeys, ...published] } }
    if (path === '/token') return token(request, body)
    if (path === '/userinfo' && behaviour.userinfo) return { body: behaviour.userinfo }
    return { status: 404 }
  }

  async function token(request: IncomingMessage, body: URLSearchParams): Promise<Reply> {
    const { clientSecret, clientKey, accepts, clientRejection } = behaviour
    const isClient =
      (clientKey && (await isAssertedBy(clientKey, body.get('client_assertion') ?? ''))) ||
      clientSecret === null ||
      accepts.some((method) => isAuthenticated(method, clientSecret, request, body))
    if (!isClient) return clientRejection
    const code = body.get('code') ?? ''
    const login = logins.get(code)
    logins.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (login?.challenge !== challenge || login.redirectUri !== body.get('redirect_uri'))
      return { status: 400, body: { error: 'invalid_grant' } }
    const claims = {
      iss: issuerNow(),
      aud: 'gatehouse',
      iat: seconds(),
      exp: seconds() + 300,
      nonce: login.nonce,
      ...login.claims,
      ...behaviour.claims,
    }
    const idToken = behaviour.idToken ? await behaviour.idToken(claims) : await sign(claims)
    const tokens = { access_token: 'access', token_type: 'Bearer', expires_in: 300 }
    return { body: { ...tokens, ...(idToken !== null && { id_token: idToken }), ...behaviour.tokens } }
  }

  /** RFC 7523, section 3. */
  const isAssertedBy = async (clientKey: JWK, assertion: string): Promise<boolean> => {
    const expected = { issuer: 'gatehouse', subject: 'gatehouse', audience: issuerNow() }
    const verified = jwtVerify(assertion, await importJWK(clientKey), {
      ...expected,
      currentDate: new Date(clock.now()),
    })
    return verified.then(
      () => true,
      () => false,
    )
  }

  const sign = (claims: JWTPayload, header: Record<string, unknown> = {}, signingKey = key) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: signingKey.alg, kid: signingKey.jwk.kid, ...header })
      .sign(signingKey.privateKey)

  return {
    get issuer() {
      return issuerNow()
    },
    origin,
    port,
    behaviour,
    sign,
    clock,
    /** Replaces the key pair; without `publish` the old public key stays. */
    async rotate(alg = 'RS256', { publish = true } = {}) {
      key = await newKey(alg)
      if (publish) published = [key.jwk]
    },
    publicKeys: () => published,
    newKey,
    /** A person signs in at the authorization URL. Returns the parameters of the callback. */
    signIn(authorizationUrl: string, claims: JWTPayload) {
      const { searchParams } = new URL(authorizationUrl)
      const parameter = (name: string) => searchParams.get(name) ?? ''
      const code = createHash('sha256').update(authorizationUrl).digest('hex').padEnd(2000, 'x')
      logins.set(code, {
        nonce: parameter('nonce'),
        challenge: parameter('code_challenge'),
        redirectUri: parameter('redirect_uri'),
        claims,
      })
      return { code, state: parameter('state'), iss: issuerNow() }
    },
    reset() {
      Object.assign(behaviour, {
        path: '',
        tokens: {},
        otherKeys: [],
        discovery: {},
        replies: {},
        claims: {},
        idToken: null,
        userinfo: null,
        clientSecret: 'secret',
        accepts: ['encoded', 'literal', 'body'],
        clientRejection: { status: 401, body: { error: 'invalid_client' } },
        clientKey: null,
        requests: [],
      })
      published = [key.jwk]
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeProvider = Awaited<ReturnType<typeof fakeProvider>>

async function newKey(alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const kid = createHash('sha256')
    .update(JSON.stringify(await exportJWK(publicKey)))
    .digest('base64url')
  return { alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

function isAuthenticated(
  method: ClientAuthMethod,
  secret: string,
  request: IncomingMessage,
  body: URLSearchParams,
): boolean {
  if (method === 'body') return body.get('client_id') === 'gatehouse' && body.get('client_secret') === secret
  const [, basic = ''] = /^Basic (.*)$/.exec(request.headers.authorization ?? '') ?? []
  const [id, sent = ''] = Buffer.from(basic, 'base64').toString().split(':')
  const read = method === 'encoded' ? new URLSearchParams(`secret=${sent}`).get('secret') : sent
  return id === 'gatehouse' && read === secret
}
