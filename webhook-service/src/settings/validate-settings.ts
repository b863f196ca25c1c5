import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type { UpdateSettingsRequest } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { type FieldProblem, fieldProblem, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { validateFilter } from '../filters/validate-filter.ts'
import type { WebhookSettings } from './webhook-settings.ts'

/** Absent keys leave the value. A secret of null removes it. */
export type SettingsChange = Partial<
  Pick<WebhookSettings, 'signatureToleranceSeconds' | 'eventFilter' | 'deduplicate' | 'expiresAt'>
> & { secret?: { value: string; graceSeconds: number } | null }

/** Validates a change. Fails with INVALID_FORM_BODY that lists all problems. */
export function validateSettings(request: UpdateSettingsRequest): SettingsChange {
  const problems: FieldProblem[] = [...secretProblems(request), ...toleranceProblems(request)]
  const change = {
    ...secretOf(request),
    ...toleranceOf(request),
    ...(request.eventFilter && {
      eventFilter: validateFilter('event_filter', request.eventFilter, problems),
    }),
    ...(request.deduplicate !== undefined && { deduplicate: request.deduplicate }),
    ...expiryOf(request),
  }
  if (problems.length > 0) throw new ServiceError('INVALID_FORM_BODY', { fields: problems })
  return change
}

function secretOf(request: UpdateSettingsRequest): Pick<SettingsChange, 'secret'> {
  if (request.clearSigningSecret) return { secret: null }
  if (request.signingSecret === undefined) return {}
  return { secret: { value: request.signingSecret, graceSeconds: request.signingSecretGraceSeconds ?? 0 } }
}

function toleranceOf(request: UpdateSettingsRequest): Pick<SettingsChange, 'signatureToleranceSeconds'> {
  if (request.clearSignatureTolerance) return { signatureToleranceSeconds: null }
  const seconds = request.signatureToleranceSeconds
  return seconds === undefined ? {} : { signatureToleranceSeconds: seconds }
}

function expiryOf({ clearExpiresAt, expiresAt }: UpdateSettingsRequest): Pick<SettingsChange, 'expiresAt'> {
  if (clearExpiresAt) return { expiresAt: null }
  return expiresAt ? { expiresAt: expiresAt.getTime() } : {}
}

function secretProblems({ signingSecret, signingSecretGraceSeconds }: UpdateSettingsRequest): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (signingSecret !== undefined && isOutside([...signingSecret].length, fieldBounds.signingSecret))
    problems.push(fieldProblem('signing_secret', 'STRING_LENGTH_INVALID', fieldBounds.signingSecret))
  if (signingSecretGraceSeconds === undefined) return problems
  if (isOutside(signingSecretGraceSeconds, fieldBounds.signingSecretGraceSeconds))
    problems.push(
      fieldProblem(
        'signing_secret_grace_seconds',
        'NUMBER_OUT_OF_RANGE',
        fieldBounds.signingSecretGraceSeconds,
      ),
    )
  // Without a new secret there is no previous one to keep valid.
  if (signingSecret === undefined)
    problems.push(fieldProblem('signing_secret_grace_seconds', 'FIELD_NOT_ALLOWED'))
  return problems
}

function toleranceProblems({ signatureToleranceSeconds: seconds }: UpdateSettingsRequest): FieldProblem[] {
  if (seconds === undefined || !isOutside(seconds, fieldBounds.signatureToleranceSeconds)) return []
  return [
    fieldProblem('signature_tolerance_seconds', 'NUMBER_OUT_OF_RANGE', fieldBounds.signatureToleranceSeconds),
  ]
}

function isOutside(value: number, { min, max }: { min: number; max: number }): boolean {
  return value < min || value > max
}
