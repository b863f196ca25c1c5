import { z } from 'zod'
import { refuse, wrongType } from '../http/field-problems.ts'
import { boolean, instant, integer, listOf, nullable, secretText } from '../http/fields.ts'
import { codePoints, normalizeText } from '../http/text.ts'
import { shape, time } from './shape.ts'

const day = 86_400
const maxValueLength = 200

/** What a rule can ask for. */
export const filterLists = ['events', 'actions', 'branches', 'labels', 'senders'] as const

// webhook-service holds itself to the same bounds. They are looked at here too, so that a word this service alone knows to be
// wrong hides no other problem.
const value = z
  .string({ error: wrongType('INVALID_FORMAT') })
  // A space that nobody sees would make a rule that never matches.
  .overwrite(normalizeText)
  .check(refuse('STRING_LENGTH_INVALID', isValue, { min: 1, max: maxValueLength }))

const eventName = value
  .check(
    refuse('UNKNOWN_FORMAT_NAME', (name: string) => /^(?:[^:]*|(?:code-host|error-tracker):.*)$/s.test(name)),
  )
  .check(refuse('INVALID_FORMAT', (name: string) => !/^(?:code-host|error-tracker):(?:\s|$)/.test(name)))

// An empty list would ask nothing, which is the opposite of what it says.
const values = (item: typeof value, description: string) =>
  listOf(item, { min: 1, max: 100 }).nullable().optional().describe(description)

const word = <const W extends readonly string[]>(words: W) =>
  z.enum(words, { error: wrongType('INVALID_FORMAT') })

// Unknown keys are refused here alone: a rule with `event` for `events` would allow everything (docs/decisions/0006).
const FilterRuleShape = z.strictObject({
  effect: word(['allow', 'deny']),
  events: values(eventName, 'Names such as issues or, tied to a format, error-tracker:issue.'),
  actions: values(value, 'Actions of events, such as opened.'),
  branches: values(value, 'Names of branches: ? is a character, * characters without a slash, ** any.'),
  labels: values(value, 'Labels; one of them is enough.'),
  senders: values(value, 'Logins or names.'),
})

export const EventFilterShape = shape(
  'WebhookEventFilter',
  'Which events are shown. The first rule that matches decides; without a match the event is denied.',
  z.object({
    mode: word(['all', 'rules']),
    rules: listOf(FilterRuleShape, { min: 0, max: 50 }).default([]),
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

const Changes = z.object({
  // An empty text is refused, not taken for null: a script with an unset variable must not switch signatures off.
  signing_secret: secretText({ min: 16, max: 256 })
    .nullable()
    .optional()
    .describe('What senders sign with; null takes it away. Never shown again.'),
  signing_secret_grace_seconds: integer({ min: 0, max: day })
    .optional()
    .describe('How long the secret before the new one stays valid.'),
  signature_tolerance_seconds: integer({ min: 1, max: day })
    .nullable()
    .optional()
    .describe('How far the time of an error tracker’s post may be off; null: it is not looked at.'),
  event_filter: EventFilterShape.nullable().optional(),
  deduplicate: boolean.optional(),
  expires_at: nullable(instant)
    .optional()
    .describe('From then on the webhook is unknown to its senders; at once when it is over.'),
  disabled: z
    .unknown()
    .check(refuse('FIELD_NOT_ALLOWED', (value) => value === null || value === undefined))
    .optional()
    .meta({ type: 'null', description: 'Null switches it on again.' }),
})

export const WebhookSettingsUpdateRequest = shape(
  'WebhookSettingsUpdateRequest',
  'What to change of the settings of a webhook; what is left out stays.',
  Changes.check(
    z.refine<Partial<z.output<typeof Changes>>>(isGraceOfSecret, {
      path: ['signing_secret_grace_seconds'],
      error: 'FIELD_NOT_ALLOWED',
      // Whatever else is wrong with an object.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  ),
)

function isValue(value: string): boolean {
  return value !== '' && codePoints(value) <= maxValueLength
}

/** Without a new secret there is nothing a grace could keep valid. */
function isGraceOfSecret(changes: Partial<z.output<typeof Changes>>): boolean {
  return changes.signing_secret_grace_seconds === undefined || typeof changes.signing_secret === 'string'
}
