import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { type Caller, filled } from './surface/caller.ts'
import { documentationOf } from './surface/documented.ts'
import {
  forbiddenFields,
  oddIds,
  oddJson,
  oddTypes,
  replaced,
  typesOfNoForm,
  valuesOfOtherTypes,
} from './surface/odd-values.ts'
import { shown, useRouteSender } from './surface/route-sender.ts'
import { pathsIn, rejectionIn } from './surface/valid-response.ts'

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']

describe('every route', () => {
  const stack = openDevStack()
  let stranger: TestAccount
  let fieldNumber = 0
  before(async () => {
    stranger = await stack.register('stranger')
  })

  for (const route of apiRoutes) {
    const method = route.method.toUpperCase()
    const { methods, queryNames, idNames, body: documentedBody } = documentationOf(route)
    const sample = documentedBody?.sample

    describe(`${method} ${route.path}`, () => {
      const sender = useRouteSender(stack, route)
      const { request } = sender
      let caller: Caller
      let path: string
      before(() => {
        caller = sender.caller()
        path = sender.path()
      })
      afterEach(() => expect(Object.hasOwn(Object.prototype, 'polluted')).to.equal(false))

      it('accepts only its exact path', async () => {
        const [, first = ''] = path.split('/')
        const others = [
          ...[`${path}/`, `/${path}`, `/.${path}`, `/v2${path}`, path.replace('/', '/%252e/')],
          path.replace(first, first.toUpperCase()),
          path.replace(first, `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`),
        ]
        for (const other of others) {
          const response = await request({ path: other })
          expect([other, response.status, rejectionIn(response).code]).to.deep.equal([
            other,
            404,
            'NOT_FOUND',
          ])
        }
        // An escaped character elsewhere belongs to a parameter, of this path or of another.
        if (route.path.endsWith('}')) return
        for (const other of [`${path}%2F`, `${path}%252F`, `${path}%00`, `${path}%3F`])
          expect((await request({ path: other })).status, other).to.be.within(400, 499)
      })

      it('accepts only the methods of its path', async () => {
        for (const other of everyMethod.filter((each) => !methods.includes(each))) {
          const { status, headers } = await request({ method: other, body: undefined })
          const allowed = headers.get('allow')?.split(', ')
          expect([other, status, allowed]).to.deep.equal([other, 405, [...methods, 'OPTIONS']])
        }
        if (method !== 'GET') return
        const head = await request({ method: 'HEAD' })
        expect([head.status, head.text]).to.deep.equal([(await request()).status, ''])
      })

      it('accepts no objects in its query', async () => {
        for (const name of [
          '__proto__',
          'constructor',
          '__proto__[polluted]',
          'constructor[prototype][polluted]',
        ])
          await request({ path: `${path}?${name}=1` })
        if (route.query === null) return
        for (const name of ['__proto__', 'constructor'])
          expect((await request({ path: `${path}?${name}=1` })).status, name).to.equal(400)
      })

      for (const name of queryNames) {
        it(`rejects an invalid or repeated ${name}`, async () => {
          for (const query of [
            `${name}=$ne`,
            `${name}=%7B%22$ne%22:null%7D`,
            `${name}=1&${name}=1`,
            `${name}=`,
          ]) {
            const response = await request({ path: `${path}?${query}` })
            expect(response.status, query).to.equal(400)
            if (!route.errorText) expect(pathsIn(response), query).to.include(name)
          }
        })
      }

      for (const name of idNames) {
        it(`rejects an invalid ${name}`, async () => {
          for (const id of oddIds) {
            const response = await request({ path: filled(route.path, { ...caller.params, [name]: id }) })
            expect(response.status, id).to.equal(400)
            if (!route.errorText) expect(pathsIn(response), id).to.include(name)
          }
        })

        it(`returns nothing to another account for any ${name}`, async () => {
          const own = BigInt(caller.params[name] ?? 1)
          const headers = route.access === 'account' ? { authorization: stranger.token } : {}
          const params = { ...caller.params, token: 'ghw_somebody_elses' }
          for (const id of [own, own - 1n, own + 1n, own - 4096n, 0n, 1n, BigInt(caller.person.user_id)]) {
            const { status, text } = await request({
              path: filled(route.path, { ...params, [name]: String(id) }),
              headers,
            })
            expect(status, String(id)).to.be.within(400, 499)
            for (const secret of [caller.person.email, caller.person.token, caller.params.token])
              if (secret !== undefined) expect(text, String(id)).not.to.contain(secret)
          }
        })
      }

      if (route.access === 'account') {
        it('responds alike to every invalid token, and reads tokens only from the header', async () => {
          const { token } = caller.person
          const bad = [
            '',
            'gh_unknown',
            token.slice(0, -1),
            `${token}x`,
            `Bot ${token}`,
            `Bearer ${token} ${token}`,
          ]
          const responses = [
            ...(await Promise.all(bad.map((authorization) => request({ headers: { authorization } })))),
            ...(await Promise.all(
              ['token', 'access_token', 'authorization', 'Authorization'].map((name) =>
                request({ path: `${path}?${name}=${token}`, headers: { authorization: '' } }),
              ),
            )),
            await request({
              json: { ...sample, token, authorization: token },
              headers: { authorization: '' },
            }),
          ]
          for (const { status, text } of responses) {
            const rejection =
              '{"code":"UNAUTHORIZED","message":"Authentication is required. Send a valid token in the Authorization header."}'
            expect([status, text]).to.deep.equal([401, rejection])
          }
        })
      }

      if (!documentedBody) return
      const { fields } = documentedBody

      it('rejects malformed JSON and duplicate or reserved keys', async () => {
        for (const [what, body] of Object.entries(oddJson)) {
          const response = await request({ body })
          if (route.isSenderBody) continue
          const { code, position } = rejectionIn(response)
          expect([what, response.status, code]).to.deep.equal([what, 400, 'MALFORMED_JSON'])
          expect(position, what).to.be.a('number')
        }
      })

      it('rejects a body that is not an object', async () => {
        for (const value of [[], 'text', 7, null, true]) {
          const response = await request({ json: value })
          expect(response.status, shown(value)).to.equal(400)
          if (!route.errorText) expect(rejectionIn(response).code, shown(value)).to.match(/^INVALID_/)
        }
      })

      // Payloads of other products have tests of their own.
      if (route.isSenderBody) return

      it('accepts only application/json', async () => {
        for (const headers of route.acceptsForm ? typesOfNoForm : oddTypes) {
          const response = await request({ headers })
          const got = [response.status, rejectionIn(response).code]
          expect(got, shown(headers)).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE'])
        }
      })

      // The fields of a message are read leniently, as those of a post.
      const itIfStrict = route.operationId === 'editMessage' ? () => {} : it

      itIfStrict('rejects values of every other type, with its path', async () => {
        for (const { path: field, types } of fields) {
          for (const value of valuesOfOtherTypes(types, fieldNumber++)) {
            const response = await request({ json: replaced(sample, field, value) })
            const what = `${field.join('.')} ${shown(value)}`
            expect(response.status, what).to.equal(400)
            expect(pathsIn(response).join(), what).to.match(new RegExp(`(^|,)${field.join('\\.')}(\\.|,|$)`))
          }
        }
      })

      for (const { path: field } of fields.filter(
        ({ types }) => types.has('array') && !types.has('object'),
      )) {
        it(`checks the length of ${field.join('.')} before its items`, async () => {
          const list = replaced(sample, field, Array(25_000).fill(0))
          const { errors = [] } = rejectionIn(await request({ json: list }))
          const name = field.join('.')
          const within = errors.filter(({ path }) => path === name || path.startsWith(`${name}.`))
          expect(within.map(({ path, code }) => `${path} ${code}`)).to.deep.equal([
            `${name} ARRAY_LENGTH_INVALID`,
          ])
        })
      }

      itIfStrict('reports all invalid fields at once', async () => {
        const wrong = Object.fromEntries(
          fields.flatMap(({ path: [name = '', ...below], types }) => {
            if (below.length > 0 || (types.has('object') && types.has('number'))) return []
            return [[name, types.has('object') ? 7 : { $ne: null }]]
          }),
        )
        expect(pathsIn(await request({ json: wrong })).map((each) => each.split('.')[0])).to.include.members(
          Object.keys(wrong),
        )
      })

      it('ignores claims about the caller', async () => {
        const { accounts } = stack.network().clients
        const of = async () => (await accounts.getAccount({ id: caller.person.user_id })).account
        const before = await of()
        await request({ json: { ...sample, ...forbiddenFields } })
        await request({ json: forbiddenFields })
        expect(await of()).to.include({
          id: before?.id,
          verified: before?.verified,
          administrator: before?.administrator,
        })
        const { status, body } = await stack.get('/users/@me', { token: caller.person.token })
        // Some of these routes end the caller's sessions.
        if (status !== 401) expect(body).to.include({ flags: 0, verified: false, mfa_enabled: false })
      })

      it('treats an empty body as an empty object, for any content type', async () => {
        const response = await request({ body: '', headers: { 'content-type': 'text/odd' } })
        if (response.status >= 300) expect(rejectionIn(response).code).not.to.equal('UNSUPPORTED_MEDIA_TYPE')
      })
    })
  }
})
