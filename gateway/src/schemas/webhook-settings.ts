import { executionFormats, type FormatName } from '@gatehouse/proto/executions/formats'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { rejectUnless, wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { boolean, instant, integer, listOf, nullable, secretText } from '@gatehouse/service-kit/fields/fields'
import { codePoints, normalizeText } from '@gatehouse/service-kit/fields/text'
import { z } from 'zod'
import { namedSchema, time } from './named-schema.ts'

export const filterLists = ['events', 'actions', 'branches', 'labels', 'senders'] as const

// webhook-service checks these bounds too. Checked here, so that one error lists all invalid fields.
const value = z
  .string({ error: wrongType('INVALID_FORMAT') })
  // Invisible characters would make a rule that never matches.
  .overwrite(normalizeText)
  .check(rejectUnless('STRING_LENGTH_INVALID', isValue, fieldBounds.filterValue))

const eventName = value
  .check(
    rejectUnless('UNKNOWN_FORMAT_NAME', (name: string) =>
      /^(?:[^:]*|(?:code-host|error-tracker):.*)$/s.test(name),
    ),
  )
  .check(
    rejectUnless('INVALID_FORMAT', (name: string) => !/^(?:code-host|error-tracker):(?:\s|$)/.test(name)),
  )
  .meta({ examples: ['push', 'error-tracker:issue'] })

// An empty list would match every event.
const values = (item: typeof value, description: string) =>
  listOf(item, fieldBounds.filterValues).nullable().optional().describe(description)

const word = <const W extends readonly string[]>(words: W) =>
  z.enum(words, { error: wrongType('INVALID_FORMAT') })

const formatNames = Object.keys(executionFormats) as [FormatName, ...FormatName[]]

// A rule with a misspelled condition would match every event (docs/decisions/0006).
const format = word(formatNames)

const FilterRuleSchema = z.strictObject({
  effect: word(['allow', 'deny']),
  events: values(eventName, 'Event names such as issues, or with a format: error-tracker:issue.'),
  actions: values(value, 'Event actions, such as opened.'),
  branches: values(
    value,
    'Branch names: ? matches one character, * any characters except slashes, ** any characters.',
  ),
  labels: values(value, 'Labels; one match is enough.'),
  senders: values(value, 'Login or display names.'),
})

export const EventFilterSchema = namedSchema(
  'WebhookEventFilter',
  'Selects the events that are posted. The first matching rule applies; events without a match are denied.',
  z.object({
    mode: word(['all', 'rules']),
    rules: listOf(FilterRuleSchema, fieldBounds.filterRules).default([]),
  }),
)

export const WebhookSettingsResponse = namedSchema(
  'WebhookSettingsResponse',
  'The settings of a webhook.',
  z.object({
    signing_secret_set: z.boolean().describe('The secret itself is never returned.'),
    signing_secret_previous_until: time.nullable().describe('When the previous secret expires.'),
    signature_tolerance_seconds: z.int().nullable(),
    event_filter: EventFilterSchema,
    deduplicate: z.boolean().describe('Whether repeated deliveries are ignored.'),
    allowed_formats: z
      .array(format)
      .nullable()
      .describe('The formats of posts that are accepted; null: all.'),
    expires_at: time.nullable(),
    disabled: z.object({ at: time, reason: z.string() }).nullable(),
  }),
  {
    settings: {
      signing_secret_set: true,
      signing_secret_previous_until: null,
      signature_tolerance_seconds: null,
      event_filter: { mode: 'rules', rules: [{ effect: 'allow', events: ['push'], branches: ['main'] }] },
      deduplicate: true,
      allowed_formats: null,
      expires_at: null,
      disabled: null,
    },
  },
)

const Changes = z.object({
  // An empty text is not null: a script with an unset variable must not disable signatures.
  signing_secret: secretText(fieldBounds.signingSecret)
    .nullable()
    .optional()
    .describe('The secret of the senders; null removes it. It is never returned.'),
  signing_secret_grace_seconds: integer(fieldBounds.signingSecretGraceSeconds)
    .optional()
    .describe('How long the previous secret stays valid.'),
  signature_tolerance_seconds: integer(fieldBounds.signatureToleranceSeconds)
    .nullable()
    .optional()
    .describe('The maximum difference of the timestamp of an error tracker; null: not checked.'),
  event_filter: EventFilterSchema.nullable().optional(),
  deduplicate: boolean.optional(),
  // An empty list would accept nothing.
  allowed_formats: listOf(format, fieldBounds.allowedFormats)
    .nullable()
    .optional()
    .describe('The formats of posts that are accepted; null: all.'),
  expires_at: nullable(instant)
    .optional()
    .describe('The webhook stops working at this time; a time in the past takes effect immediately.'),
  disabled: z
    .unknown()
    .check(rejectUnless('FIELD_NOT_ALLOWED', (value) => value === null || value === undefined))
    .optional()
    .meta({ type: 'null', description: 'Null enables the webhook again.' }),
})

export const WebhookSettingsUpdateRequest = namedSchema(
  'WebhookSettingsUpdateRequest',
  'The settings to update. Omitted fields do not change.',
  Changes.check(
    z.refine<Partial<z.output<typeof Changes>>>(isGraceOfSecret, {
      path: ['signing_secret_grace_seconds'],
      error: 'FIELD_NOT_ALLOWED',
      // Also if other fields are invalid.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  ),
  {
    formats: { allowed_formats: ['code-host'] },
    signature: { signing_secret: 'b5d8e9f0a1c2d3e4f5061728394a5b6c' },
    filter: {
      event_filter: { mode: 'rules', rules: [{ effect: 'allow', events: ['push'], branches: ['main'] }] },
    },
  },
)

function isValue(value: string): boolean {
  return value !== '' && codePoints(value) <= fieldBounds.filterValue.max
}

function isGraceOfSecret(changes: Partial<z.output<typeof Changes>>): boolean {
  return changes.signing_secret_grace_seconds === undefined || typeof changes.signing_secret === 'string'
}
