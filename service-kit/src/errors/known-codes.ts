import { type ErrorCode, errors, type FieldCode, fieldErrors } from '@gatehouse/proto/errors/catalog'

/** Whether a text is an error code of the catalogue. A newer upstream may send codes that this process does not know. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}

/** Whether a text is a field code of the catalogue. */
export function isFieldCode(text: string): text is FieldCode {
  return Object.hasOwn(fieldErrors, text)
}
