import { type FormatName, formatNames } from '@gatehouse/proto/executions/formats'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import type { SettingsUpdate, UpdateSettingsRequest } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { FieldProblem } from '@gatehouse/service-kit/errors/field-problem'
import { fieldProblem, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { listLengthProblem } from '@gatehouse/service-kit/fields/list-length'
import { type Changes, changesOf } from '@gatehouse/service-kit/resources/field-mask'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import { allowAll } from '../filters/event-filter.ts'
import { validateFilter } from '../filters/validate-filter.ts'
import type { WebhookSettings } from '../webhooks/webhook-settings.ts'

/** Absent keys leave the value. A secret of null removes it. */
export type SettingsChange = Partial<
  Pick<
    WebhookSettings,
    'signatureToleranceSeconds' | 'eventFilter' | 'deduplicate' | 'allowedFormats' | 'expiresAt'
  >
> & { secret?: { value: string; graceSeconds: number } | null; enable: boolean }

const changeable = [
  'signingSecret',
  'signatureTolerance',
  'eventFilter',
  'deduplicate',
  'allowedFormats',
  'expiresAt',
  'disabled',
] as const

type Update = Changes<SettingsUpdate, (typeof changeable)[number]>

/** Validates a change. Fails with INVALID_FORM_BODY that lists all problems. */
export function validateSettings({
  update,
  updateMask,
  signingSecretGrace,
}: UpdateSettingsRequest): SettingsChange {
  const changes = changesOf(update, updateMask, changeable)
  // An empty text is no null: a script with an unset variable must not disable signatures.
  if (changes.signingSecret === null) changes.signingSecret = update?.signingSecret ?? null
  const graceSeconds = signingSecretGrace && durationMs(signingSecretGrace) / 1000
  const problems = [
    ...secretProblems(changes, graceSeconds),
    ...toleranceProblems(changes),
    ...(changes.disabled ? [fieldProblem('update.disabled', 'FIELD_NOT_ALLOWED')] : []),
  ]
  const { signingSecret, signatureTolerance, eventFilter, deduplicate, expiresAt, disabled } = changes
  const { allowedFormats } = changes
  const change: SettingsChange = { enable: disabled === null }
  if (signingSecret !== undefined)
    change.secret = signingSecret === null ? null : { value: signingSecret, graceSeconds: graceSeconds ?? 0 }
  if (signatureTolerance !== undefined)
    change.signatureToleranceSeconds = signatureTolerance && durationMs(signatureTolerance) / 1000
  if (eventFilter !== undefined)
    change.eventFilter = eventFilter ? validateFilter('update.event_filter', eventFilter, problems) : allowAll
  if (deduplicate !== undefined) change.deduplicate = deduplicate ?? true
  if (allowedFormats !== undefined) change.allowedFormats = readFormats(allowedFormats ?? [], problems)
  if (expiresAt !== undefined) change.expiresAt = expiresAt === null ? null : expiresAt.getTime()
  if (problems.length > 0) throw new ServiceError('INVALID_FORM_BODY', { fields: problems })
  return change
}

function secretProblems({ signingSecret }: Update, graceSeconds: number | undefined): FieldProblem[] {
  const { signingSecret: secretBounds, signingSecretGraceSeconds: graceBounds } = fieldBounds
  const isSecretSet = typeof signingSecret === 'string'
  const problems: FieldProblem[] = []
  if (isSecretSet && isOutside([...signingSecret].length, secretBounds))
    problems.push(fieldProblem('update.signing_secret', 'STRING_LENGTH_INVALID', secretBounds))
  if (graceSeconds === undefined) return problems
  if (isOutside(graceSeconds, graceBounds))
    problems.push(fieldProblem('signing_secret_grace', 'NUMBER_OUT_OF_RANGE', graceBounds))
  // Without a new secret there is no previous one to keep valid.
  if (!isSecretSet) problems.push(fieldProblem('signing_secret_grace', 'FIELD_NOT_ALLOWED'))
  return problems
}

function toleranceProblems({ signatureTolerance }: Update): FieldProblem[] {
  if (!signatureTolerance) return []
  const { signatureToleranceSeconds: bounds } = fieldBounds
  const seconds = durationMs(signatureTolerance) / 1000
  if (isOutside(seconds, bounds))
    return [fieldProblem('update.signature_tolerance', 'NUMBER_OUT_OF_RANGE', bounds)]
  return Number.isInteger(seconds) ? [] : [fieldProblem('update.signature_tolerance', 'INVALID_FORMAT')]
}

/** Null: all. */
function readFormats(sent: readonly Format[], problems: FieldProblem[]): FormatName[] | null {
  const path = 'update.allowed_formats'
  const tooMany = listLengthProblem(sent, fieldBounds.allowedFormats.max)
  if (tooMany) {
    problems.push(fieldProblem(path, ...tooMany))
    return null
  }
  const names = sent.map((format, index) => {
    const name = formatNames[format]
    if (name === undefined) problems.push(fieldProblem(`${path}[${index}]`, 'INVALID_FORMAT'))
    return name
  })
  return names.length === 0 ? null : [...new Set(names.filter((name) => name !== undefined))]
}

function isOutside(value: number, { min, max }: { min: number; max: number }): boolean {
  return value < min || value > max
}
