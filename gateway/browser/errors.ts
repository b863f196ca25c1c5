import { type FieldProblem, GatehouseError } from '@gatehouse/client'
import { filled, texts } from './texts.ts'

const errors: Partial<Record<string, string>> = texts.errors
const fieldErrors: Partial<Record<string, string>> = texts.fieldErrors

const passkeyProblems: Partial<Record<string, string>> = texts.passkeyProblems

const captchaCodes = ['CAPTCHA_REQUIRED', 'INVALID_CAPTCHA']

/** The text for people; that of the API, which is for developers, only for codes that these pages do not expect. */
export function explain(error: unknown): string {
  if (error instanceof DOMException) return passkeyProblems[error.name] ?? texts.unexpected
  if (!(error instanceof GatehouseError)) return texts.unexpected
  if (error.code === 'RATE_LIMITED') return filled(texts.rateLimited, { seconds: secondsUntilRetry(error) })
  if (captchaCodes.includes(error.code) && !document.querySelector('#captcha'))
    return texts.captchaUnsupported
  const text = errors[error.code] ?? error.message
  if (error.status < 500 || error.requestId === undefined) return text
  return `${text} ${filled(texts.request, { id: error.requestId })}`
}

export function explainField({ code, message }: FieldProblem): string {
  return fieldErrors[code] ?? message
}

export function secondsUntilRetry({ retryAfterSeconds = 1 }: GatehouseError): number {
  return Math.max(1, Math.ceil(retryAfterSeconds))
}
