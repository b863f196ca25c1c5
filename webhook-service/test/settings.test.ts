import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import {
  type EventFilter,
  EventFilter_Mode,
  type FilterRule,
  FilterRule_Effect,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { freshId } from '../../guild-directory/test/fixtures.ts'
import { changing, makeWebhook, type SettingsChange, set, type Target } from './executing.ts'
import { actor, asManager, type StartedService, startService } from './started-service.ts'

const secret = 'sixteen letters!'
const second = 1000
const rule: FilterRule = {
  effect: FilterRule_Effect.ALLOW,
  events: ['push'],
  actions: [],
  branches: ['main'],
  labels: [],
  senders: [],
}
const rules = (...list: Partial<FilterRule>[]): EventFilter => ({
  mode: EventFilter_Mode.RULES,
  rules: list.map((each) => ({ ...rule, ...each })),
})

describe('Webhooks.UpdateSettings', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const change = (fields: SettingsChange) => set(service, webhook, fields)
  const shown = async (as = webhook.owner) => {
    const { settings } = await service.webhooks.getSettings({ actor: actor(as), id: webhook.id })
    return settings ?? expect.fail()
  }
  const rejectedFields = async (fields: SettingsChange) => {
    const error = await rejected(change(fields))
    expect(error.code).to.equal('INVALID_FORM_BODY')
    return error.fields.map(({ path, code }) => `${path}:${code}`)
  }

  it('returns default settings: all events, no signature', async () => {
    expect(await shown()).to.deep.equal({
      signingSecretSet: false,
      signingSecretPreviousUntil: undefined,
      signatureTolerance: undefined,
      eventFilter: { mode: EventFilter_Mode.ALL, rules: [] },
      deduplicate: true,
      allowedFormats: [],
      expiresAt: undefined,
      disabled: undefined,
    })
  })

  it('changes the given fields only', async () => {
    const expiresAt = new Date('2040-01-01T00:00:00Z')
    await change({ signingSecret: secret, signatureToleranceSeconds: 300, deduplicate: false })
    await change({ allowedFormats: [Format.NATIVE, Format.CODE_HOST, Format.NATIVE] })
    await change({ expiresAt })
    const all = await change({ eventFilter: rules({}) })
    expect(all).to.deep.equal({
      signingSecretSet: true,
      signingSecretPreviousUntil: undefined,
      signatureTolerance: { seconds: 300, nanos: 0 },
      eventFilter: rules({}),
      deduplicate: false,
      allowedFormats: [Format.NATIVE, Format.CODE_HOST],
      expiresAt,
      disabled: undefined,
    })
    expect(await shown()).to.deep.equal(all)
    const cleared = { signingSecret: null, signatureToleranceSeconds: null, expiresAt: null }
    expect(await change(cleared)).to.include({
      signingSecretSet: false,
      signatureTolerance: undefined,
      expiresAt: undefined,
      deduplicate: false,
    })
  })

  it('allows every format again after the list was cleared', async () => {
    await change({ allowedFormats: [Format.CHAT_COMPAT] })
    expect(await change({ allowedFormats: [] })).to.deep.include({ allowedFormats: [] })
  })

  it('rejects formats that do not exist, and too many', async () => {
    expect(await rejectedFields({ allowedFormats: [Format.NATIVE, 0, 99 as Format] })).to.deep.equal([
      'update.allowed_formats[1]:INVALID_FORMAT',
      'update.allowed_formats[2]:INVALID_FORMAT',
    ])
    expect(await rejectedFields({ allowedFormats: Array(5).fill(Format.NATIVE) })).to.deep.equal([
      'update.allowed_formats:ARRAY_LENGTH_INVALID',
    ])
    expect((await shown()).allowedFormats).to.deep.equal([])
  })

  it('applies two concurrent changes', async () => {
    await Promise.all([
      change({ signatureToleranceSeconds: 5 }),
      change({ deduplicate: false }),
      change({ signingSecret: secret }),
      change({ eventFilter: rules({}) }),
    ])
    expect(await shown()).to.deep.include({
      signingSecretSet: true,
      signatureTolerance: { seconds: 5, nanos: 0 },
      deduplicate: false,
      eventFilter: rules({}),
    })
  })

  it('keeps settings when other fields of the webhook change', async () => {
    await change({ signingSecret: secret })
    await service.webhooks.update({
      ...asManager(webhook.owner),
      id: webhook.id,
      ...changing({ name: 'New', avatar: null }),
    })
    expect((await shown()).signingSecretSet).to.equal(true)
  })

  it('stores a secret encrypted and never returns it', async () => {
    await change({ signingSecret: secret })
    const stored = await service.connection
      .collection<{ _id: string }>('webhooks')
      .findOne({ _id: toSortable(webhook.id) })
    expect(JSON.stringify(stored)).to.not.include(secret)
    expect(JSON.stringify(await shown())).to.not.include(secret)
  })

  it('returns until when the previous secret is valid', async () => {
    await change({ signingSecret: secret })
    const until = new Date(service.clock.now() + 60 * second)
    const rotated = { signingSecret: 'another 16 letters', signingSecretGraceSeconds: 60 }
    expect(await change(rotated)).to.deep.include({ signingSecretPreviousUntil: until })
    service.clock.advance(60 * second)
    expect((await shown()).signingSecretPreviousUntil).to.equal(undefined)
  })

  it('keeps no previous secret without one, without a grace period, or after removal', async () => {
    const first = await change({ signingSecret: secret, signingSecretGraceSeconds: 60 })
    expect(first.signingSecretPreviousUntil).to.equal(undefined)
    expect((await change({ signingSecret: secret })).signingSecretPreviousUntil).to.equal(undefined)
    await change({ signingSecret: secret, signingSecretGraceSeconds: 60 })
    expect((await change({ signingSecret: null })).signingSecretPreviousUntil).to.equal(undefined)
  })

  describe('invalid requests', () => {
    it('rejects a secret that is too short or too long', async () => {
      for (const signingSecret of ['', 'x'.repeat(15), 'x'.repeat(257)])
        expect(await rejectedFields({ signingSecret })).to.deep.equal([
          'update.signing_secret:STRING_LENGTH_INVALID',
        ])
      for (const signingSecret of ['x'.repeat(16), '😀'.repeat(256)]) await change({ signingSecret })
    })

    it('rejects a grace period that is too long or without a new secret', async () => {
      expect(
        await rejectedFields({ signingSecret: secret, signingSecretGraceSeconds: 86_401 }),
      ).to.deep.equal(['signing_secret_grace:NUMBER_OUT_OF_RANGE'])
      expect(await rejectedFields({ signingSecretGraceSeconds: 60 })).to.deep.equal([
        'signing_secret_grace:FIELD_NOT_ALLOWED',
      ])
      expect(await rejectedFields({ signingSecret: null, signingSecretGraceSeconds: 60 })).to.deep.equal([
        'signing_secret_grace:FIELD_NOT_ALLOWED',
      ])
    })

    it('rejects a tolerance outside one second to one day', async () => {
      for (const signatureToleranceSeconds of [0, 86_401])
        expect(await rejectedFields({ signatureToleranceSeconds })).to.deep.equal([
          'update.signature_tolerance:NUMBER_OUT_OF_RANGE',
        ])
    })

    it('rejects a filter of more than 50 rules or without a mode', async () => {
      expect(await rejectedFields({ eventFilter: rules(...Array(51).fill({})) })).to.deep.equal([
        'update.event_filter.rules:ARRAY_LENGTH_INVALID',
      ])
      expect(
        await rejectedFields({ eventFilter: { mode: EventFilter_Mode.UNSPECIFIED, rules: [] } }),
      ).to.deep.equal(['update.event_filter.mode:REQUIRED'])
      await change({ eventFilter: rules(...Array(50).fill({})) })
    })

    it('reports each invalid value of a rule under its path', async () => {
      const long = 'x'.repeat(201)
      expect(
        await rejectedFields({
          eventFilter: rules(
            { events: ['push', ''], branches: ['ok', long] },
            { effect: FilterRule_Effect.UNSPECIFIED, labels: [' '] },
            { senders: Array(101).fill('a'), actions: [long] },
          ),
        }),
      ).to.have.members([
        'update.event_filter.rules[0].events[1]:STRING_LENGTH_INVALID',
        'update.event_filter.rules[0].branches[1]:STRING_LENGTH_INVALID',
        'update.event_filter.rules[1].effect:REQUIRED',
        'update.event_filter.rules[1].labels[0]:STRING_LENGTH_INVALID',
        'update.event_filter.rules[2].senders:ARRAY_LENGTH_INVALID',
        'update.event_filter.rules[2].actions[0]:STRING_LENGTH_INVALID',
      ])
      await change({ eventFilter: rules({ labels: ['😀'.repeat(200)] }) })
    })

    it('rejects events of formats without events', async () => {
      const events = [
        'chat-compat:message',
        'sentry:issue',
        ':issue',
        'error-tracker:',
        'error-tracker:issue',
      ]
      expect(await rejectedFields({ eventFilter: rules({ events }) })).to.deep.equal([
        'update.event_filter.rules[0].events[0]:UNKNOWN_FORMAT_NAME',
        'update.event_filter.rules[0].events[1]:UNKNOWN_FORMAT_NAME',
        'update.event_filter.rules[0].events[2]:UNKNOWN_FORMAT_NAME',
        'update.event_filter.rules[0].events[3]:INVALID_FORMAT',
      ])
    })

    it('rejects unknown events and suggests the nearest name', async () => {
      const events = [
        'PUSH',
        'pull-request',
        'error-tracker:issues',
        'code-host:issue',
        'comment',
        'workflow_jobs',
      ]
      const error = await rejected(change({ eventFilter: rules({ events }) }))
      expect(error.fields.map(({ path, code, message }) => `${path}:${code} ${message}`)).to.deep.equal(
        [
          [1, 'pull_request'],
          [2, 'error-tracker:issue'],
          [3, 'code-host:issues'],
          [5, 'workflow_job'],
        ].map(
          ([index, nearest]) =>
            `update.event_filter.rules[0].events[${index}]:UNKNOWN_EVENT_NAME No sender event has this name. Did you mean ${nearest}?`,
        ),
      )
    })

    it('changes nothing if one field is invalid, and reports all', async () => {
      expect(
        await rejectedFields({ signingSecret: 'short', deduplicate: false, signatureToleranceSeconds: 0 }),
      ).to.deep.equal([
        'update.signing_secret:STRING_LENGTH_INVALID',
        'update.signature_tolerance:NUMBER_OUT_OF_RANGE',
      ])
      expect(await shown()).to.deep.include({ deduplicate: true, signingSecretSet: false })
    })

    it('rejects strangers, members without the permission, and unknown webhooks', async () => {
      const reader = freshId()
      await service.guilds.putMember({
        member: { guildId: webhook.guildId, userId: reader, permissions: '' },
      })
      const changeAs = (as: string, id = webhook.id) =>
        rejected(set(service, { id, owner: as }, { deduplicate: false }))
      const showAs = (as: string, id = webhook.id) =>
        rejected(service.webhooks.getSettings({ actor: actor(as), id }))
      for (const ask of [changeAs, showAs]) {
        expect((await ask(freshId())).code).to.equal('MISSING_ACCESS')
        expect((await ask(reader)).code).to.equal('MISSING_PERMISSIONS')
        expect((await ask('')).code).to.equal('UNAUTHORIZED')
        for (const id of [freshId(), 'x', ''])
          expect((await ask(webhook.owner, id)).code).to.equal('UNKNOWN_WEBHOOK')
      }
      expect((await shown()).deduplicate).to.equal(true)
    })
  })
})
