import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import {
  EventFilter_Mode,
  FilterRule_Effect,
  type UpdateSettingsRequest,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

const path = '/webhooks/300/settings'
const secret = 'x'.repeat(16)
const noon = '2030-01-01T12:00:00.000Z'

describe('the settings of a webhook', () => {
  const gateway = useGateway()
  const get = () => gateway().call('GET', path)
  const patch = (json: unknown) => gateway().call('PATCH', path, { json })
  const asked = () =>
    gateway().stubs.received.findLast(({ rpc }) => rpc === 'webhooks.updateSettings')?.request
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
  const changeAsked = () => {
    const { update = {}, updateMask, signingSecretGrace } = asked() as UpdateSettingsRequest
    const changed = { ...update, signingSecretGrace }
    return [
      updateMask,
      Object.fromEntries(
        Object.entries(changed).filter(([, value]) => value !== undefined && !isEmpty(value)),
      ),
    ]
  }
  const problemsOf = async (json: unknown) => {
    const response = await patch(json)
    expect(response.status).to.equal(400)
    expect(asked()).to.equal(undefined)
    return (response.json.errors as { path: string; code: string }[]).map((one) => `${one.path}:${one.code}`)
  }

  it('are returned with null for unset values', async () => {
    const response = await get()
    expect([response.status, response.json]).to.deep.equal([
      200,
      {
        signing_secret_set: false,
        signing_secret_previous_until: null,
        signature_tolerance_seconds: null,
        event_filter: { mode: 'all', rules: [] },
        deduplicate: true,
        allowed_formats: null,
        expires_at: null,
        disabled: null,
      },
    ])
  })

  it('are returned with all set values and without the secret', async () => {
    gateway().stubs.webhooks.getSettings = () => ({
      settings: {
        signingSecretSet: true,
        signingSecretPreviousUntil: new Date(noon),
        signatureTolerance: { seconds: 300, nanos: 0 },
        eventFilter: {
          mode: EventFilter_Mode.RULES,
          rules: [
            {
              effect: FilterRule_Effect.DENY,
              events: [],
              actions: [],
              branches: ['wip/**'],
              labels: [],
              senders: [],
            },
          ],
        },
        deduplicate: false,
        allowedFormats: [Format.CHAT_COMPAT, Format.NATIVE],
        expiresAt: new Date(noon),
        disabled: { at: new Date(noon), reason: 'Too many.' },
      },
    })
    expect((await get()).json).to.deep.equal({
      signing_secret_set: true,
      signing_secret_previous_until: noon,
      signature_tolerance_seconds: 300,
      event_filter: { mode: 'rules', rules: [{ effect: 'deny', branches: ['wip/**'] }] },
      deduplicate: false,
      allowed_formats: ['chat-compat', 'native'],
      expires_at: noon,
      disabled: { at: noon, reason: 'Too many.' },
    })
  })

  it('are changed only where the body has a field', async () => {
    const rule = { effect: 'allow', events: [' push\t'], labels: null }
    for (const [json, mask, change] of [
      [{}, [], {}],
      [{ signing_secret: secret }, ['signing_secret'], { signingSecret: secret }],
      [
        { signing_secret: secret, signing_secret_grace_seconds: 60 },
        ['signing_secret'],
        { signingSecret: secret, signingSecretGrace: { seconds: 60, nanos: 0 } },
      ],
      [{ signing_secret: null }, ['signing_secret'], {}],
      [{ signature_tolerance_seconds: null }, ['signature_tolerance'], {}],
      [
        { signature_tolerance_seconds: 300 },
        ['signature_tolerance'],
        { signatureTolerance: { seconds: 300, nanos: 0 } },
      ],
      [{ deduplicate: false }, ['deduplicate'], { deduplicate: false }],
      [{ allowed_formats: null }, ['allowed_formats'], {}],
      [
        { allowed_formats: ['error-tracker', 'code-host'] },
        ['allowed_formats'],
        { allowedFormats: [Format.ERROR_TRACKER, Format.CODE_HOST] },
      ],
      [{ expires_at: null }, ['expires_at'], {}],
      [{ expires_at: '' }, ['expires_at'], {}],
      [{ expires_at: '2030-01-01T13:00:00+01:00' }, ['expires_at'], { expiresAt: new Date(noon) }],
      [{ disabled: null }, ['disabled'], {}],
      [{ event_filter: null }, ['event_filter'], {}],
      [
        { event_filter: { mode: 'rules' } },
        ['event_filter'],
        { eventFilter: { mode: EventFilter_Mode.RULES, rules: [] } },
      ],
      [
        { event_filter: { mode: 'rules', rules: [rule] } },
        ['event_filter'],
        {
          eventFilter: {
            mode: EventFilter_Mode.RULES,
            rules: [
              {
                effect: FilterRule_Effect.ALLOW,
                events: ['push'],
                actions: [],
                branches: [],
                labels: [],
                senders: [],
              },
            ],
          },
        },
      ],
    ]) {
      gateway().stubs.received = []
      expect((await patch(json)).status).to.equal(200)
      expect(changeAsked(), JSON.stringify(json)).to.deep.equal([mask, change])
    }
  })

  it('are rejected with the path of each invalid field', async () => {
    expect(await problemsOf({ signing_secret: '' })).to.deep.equal(['signing_secret:STRING_LENGTH_INVALID'])
    expect(await problemsOf({ allowed_formats: [] })).to.deep.equal(['allowed_formats:ARRAY_LENGTH_INVALID'])
    expect(await problemsOf({ allowed_formats: ['native', 'github', ''] })).to.deep.equal([
      'allowed_formats.1:INVALID_FORMAT',
      'allowed_formats.2:INVALID_FORMAT',
    ])
    expect(await problemsOf({ signing_secret: 7 })).to.deep.equal(['signing_secret:INVALID_FORMAT'])
    expect(await problemsOf({ signing_secret: secret, signing_secret_grace_seconds: -1 })).to.deep.equal([
      'signing_secret_grace_seconds:NUMBER_OUT_OF_RANGE',
    ])
    expect(await problemsOf({ signing_secret: secret, signing_secret_grace_seconds: 86_401 })).to.deep.equal([
      'signing_secret_grace_seconds:NUMBER_OUT_OF_RANGE',
    ])
    expect(await problemsOf({ signature_tolerance_seconds: 1.5 })).to.deep.equal([
      'signature_tolerance_seconds:INVALID_INTEGER_FORMAT',
    ])
    expect(await problemsOf({ deduplicate: 'yes', expires_at: 'tomorrow' })).to.deep.equal([
      'deduplicate:INVALID_BOOLEAN',
      'expires_at:INVALID_TIME_FORMAT',
    ])
    expect(await problemsOf({ disabled: { at: noon, reason: 'mine' } })).to.deep.equal([
      'disabled:FIELD_NOT_ALLOWED',
    ])
  })

  it('are rejected with the path of each invalid rule', async () => {
    const filter = (event_filter: unknown) => problemsOf({ event_filter })
    expect(await filter('all')).to.deep.equal(['event_filter:INVALID_FORMAT'])
    expect(await filter({})).to.deep.equal(['event_filter.mode:REQUIRED'])
    expect(await filter({ mode: 'some' })).to.deep.equal(['event_filter.mode:INVALID_FORMAT'])
    expect(await filter({ mode: 'rules', rules: {} })).to.deep.equal(['event_filter.rules:INVALID_FORMAT'])
    expect(
      await filter({ mode: 'rules', rules: [{ effect: 'drop', events: 'push' }, { labels: [1] }] }),
    ).to.deep.equal([
      'event_filter.rules.0.effect:INVALID_FORMAT',
      'event_filter.rules.0.events:INVALID_FORMAT',
      'event_filter.rules.1.effect:REQUIRED',
      'event_filter.rules.1.labels.0:INVALID_FORMAT',
    ])
  })

  it('are rejected for a grace period without a new secret', async () => {
    const path = 'signing_secret_grace_seconds:FIELD_NOT_ALLOWED'
    expect(await problemsOf({ signing_secret_grace_seconds: 60 })).to.deep.equal([path])
    const all = { signing_secret_grace_seconds: 60, signing_secret: null, deduplicate: 7 }
    expect(await problemsOf(all)).to.have.members([path, 'deduplicate:INVALID_BOOLEAN'])
  })

  it('are rejected for a rule with unknown or empty conditions', async () => {
    const rule = (fields: object) =>
      problemsOf({ event_filter: { mode: 'rules', rules: [{ effect: 'allow', ...fields }] } })
    for (const list of ['events', 'actions', 'branches', 'labels', 'senders'])
      expect(await rule({ [list]: [] })).to.deep.equal([`event_filter.rules.0.${list}:ARRAY_LENGTH_INVALID`])
    expect(await rule({ event: ['push'], Branches: ['main'] })).to.deep.equal([
      'event_filter.rules.0.event:FIELD_NOT_ALLOWED',
      'event_filter.rules.0.Branches:FIELD_NOT_ALLOWED',
    ])
    expect((await patch({ event_filter: { mode: 'all', note: 'x' } })).status, 'elsewhere').to.equal(200)
  })

  it('are rejected with all invalid fields of both services at once', async () => {
    const rules = [
      {
        effect: 'drop',
        events: ['sentry:issue', 'error-tracker: ', 'push', 'code-host: push'],
        branches: ['x'.repeat(201), ' '],
      },
      { effect: 'deny', senders: Array(101).fill('a'), labels: [7], event: 'push' },
    ]
    const all = {
      signing_secret: 'short',
      signature_tolerance_seconds: 0,
      event_filter: { mode: 'some', rules },
    }
    expect(await problemsOf(all)).to.have.members([
      'signing_secret:STRING_LENGTH_INVALID',
      'signature_tolerance_seconds:NUMBER_OUT_OF_RANGE',
      'event_filter.mode:INVALID_FORMAT',
      'event_filter.rules.0.effect:INVALID_FORMAT',
      'event_filter.rules.0.events.0:UNKNOWN_FORMAT_NAME',
      'event_filter.rules.0.events.1:INVALID_FORMAT',
      'event_filter.rules.0.events.3:INVALID_FORMAT',
      'event_filter.rules.0.branches.0:STRING_LENGTH_INVALID',
      'event_filter.rules.0.branches.1:STRING_LENGTH_INVALID',
      'event_filter.rules.1.senders:ARRAY_LENGTH_INVALID',
      'event_filter.rules.1.labels.0:INVALID_FORMAT',
      'event_filter.rules.1.event:FIELD_NOT_ALLOWED',
    ])
    expect(
      await problemsOf({ deduplicate: 1, event_filter: { mode: 'all', rules: Array(51).fill({}) } }),
    ).to.include('event_filter.rules:ARRAY_LENGTH_INVALID')
  })

  it('are rejected with the errors of webhook-service', async () => {
    for (const [code, status] of [
      ['UNKNOWN_WEBHOOK', 404],
      ['MISSING_ACCESS', 403],
      ['MISSING_PERMISSIONS', 403],
    ] as const) {
      const reject = () => {
        throw new ServiceError(code)
      }
      gateway().stubs.webhooks.getSettings = reject
      gateway().stubs.webhooks.updateSettings = reject
      expect([(await get()).status, (await patch({})).json.code]).to.deep.equal([status, code])
    }
  })

  it('require a session', async () => {
    expect((await gateway().call('GET', path, { token: null })).status).to.equal(401)
    expect((await gateway().call('PATCH', path, { token: null, json: {} })).status).to.equal(401)
  })

  it('are not logged', async () => {
    await patch({ signing_secret: 'a secret of somebody' })
    expect(gateway().logged.text()).not.to.include('a secret of somebody')
  })
})
