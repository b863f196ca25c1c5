import { z } from 'zod'
import { refuse, wrongType } from '../http/field-problems.ts'
import { boolean, exactlyTransmissible, instant, integer, nullable, ownedByService } from '../http/fields.ts'
import { shape, time } from './shape.ts'

const day = 86_400

/** What a rule can ask for. */
export const filterLists = ['events', 'actions', 'branches', 'labels', 'senders'] as const

// How many and how long they may be is the webhook service's question, so that it can name all problems at once.
const values = (description: string) =>
  z
    .array(z.string({ error: wrongType('INVALID_FORMAT') }), { error: wrongType('INVALID_FORMAT') })
    .nullable()
    .optional()
    .meta({ description, maxItems: 100 })

const word = <const W extends readonly string[]>(words: W) =>
  z.enum(words, { error: wrongType('INVALID_FORMAT') })

const FilterRuleShape = z.object({
  effect: word(['allow', 'deny']),
  events: values('Names such as issues or, tied to a format, error-tracker:issue.'),
  actions: values('Actions of events, such as opened.'),
  branches: values('Names of branches: ? is a character, * characters without a slash, ** any.'),
  labels: values('Labels; one of them is enough.'),
  senders: values('Logins or names.'),
})

export const EventFilterShape = shape(
  'WebhookEventFilter',
  'Which events are shown. The first rule that matches decides; without a match the event is denied.',
  z.object({
    mode: word(['all', 'rules']),
    rules: z
      .array(FilterRuleShape, { error: wrongType('INVALID_FORMAT') })
      .default([])
      .meta({ maxItems: 50 }),
  }),
)

export const WebhookSettingsResponse = shape(
  'WebhookSettingsResponse',
  'What a webhook asks of its senders and shows of their events.',
  z.object({
    signing_secret_set: z.boolean().describe('The secret itself is never shown.'),
    signing_secret_previous_until: time.nullable().describe('Until when the secret before it is valid too.'),
    signature_tolerance_seconds: z.int().nullable(),
    event_filter: EventFilterShape,
    deduplicate: z.boolean().describe('Whether a second delivery of the same thing is dropped.'),
    expires_at: time.nullable(),
    disabled: z.object({ at: time, reason: z.string() }).nullable(),
  }),
)

export const WebhookSettingsUpdateRequest = shape(
  'WebhookSettingsUpdateRequest',
  'What to change of the settings of a webhook; what is left out stays.',
  z.object({
    // An empty text is refused, not taken for null: a script with an unset variable must not switch signatures off.
    signing_secret: z
      .string({ error: wrongType('INVALID_FORMAT') })
      .check(exactlyTransmissible, ownedByService({ min: 16, max: 256 }, 'STRING_LENGTH_INVALID'))
      .nullable()
      .optional()
      .meta({
        minLength: 16,
        maxLength: 256,
        description: 'What senders sign with; null takes it away. Never shown again.',
      }),
    signing_secret_grace_seconds: integer({ min: 0, max: day })
      .optional()
      .describe('How long the secret before the new one stays valid.'),
    signature_tolerance_seconds: integer({ min: 1, max: day })
      .nullable()
      .optional()
      .describe('How far the time of an error tracker’s post may be off; null: it is not looked at.'),
    event_filter: EventFilterShape.nullable().optional(),
    deduplicate: boolean.optional(),
    expires_at: nullable(instant).optional().describe('From then on the webhook is unknown to its senders.'),
    disabled: z
      .unknown()
      .check(refuse('FIELD_NOT_ALLOWED', (value) => value === null || value === undefined))
      .optional()
      .meta({ type: 'null', description: 'Null switches it on again.' }),
  }),
)
