import { emptyResponse } from '../http/http-response.ts'
import { fieldCodesOf } from '../openapi/field-codes.ts'
import { NativeMessageRequest } from '../schemas/native-message.ts'
import { executionRoute } from './execute-route.ts'

const fieldErrors = Object.fromEntries(
  [...fieldCodesOf(NativeMessageRequest)].map(([path, codes]) => [path, [...codes]]),
)

export const executeNative = executionRoute({
  operationId: 'sendMessage',
  name: 'native',
  pathSegment: '',
  summary: 'Post a message.',
  body: NativeMessageRequest,
  acceptedResponse: { status: 204, description: 'The message was posted.', schema: null },
  respondAccepted: (headers) => emptyResponse(headers),
  errors: ['UNSUPPORTED_MEDIA_TYPE', 'MALFORMED_JSON', 'CANNOT_SEND_EMPTY_MESSAGE'],
  fieldErrors: { ...fieldErrors, root: ['INVALID_FORMAT'], payload: ['REQUIRED'] },
})
