import { type ErrorCode, errors, type FieldCode, fieldErrors } from '@gatehouse/proto/errors/catalog'

/** Whether a text is a code of an answer. A newer neighbour may send codes that this process does not know. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}

/** Whether a text is a code of an item of `errors[]`. */
export function isFieldCode(text: string): text is FieldCode {
  return Object.hasOwn(fieldErrors, text)
}
