import { type ErrorCode, errors, type FieldCode, fieldErrors } from '@gatehouse/proto/errors/catalog'

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}

export function isFieldCode(text: string): text is FieldCode {
  return Object.hasOwn(fieldErrors, text)
}
