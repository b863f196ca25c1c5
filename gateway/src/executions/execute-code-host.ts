import { emptyResponse } from '../http/http-response.ts'
import { CodeHostWebhook } from '../schemas/code-host.ts'
import { type ExecuteDefinition, executionRoute } from './execute-route.ts'

const definition: ExecuteDefinition = {
  operationId: 'sendCodeHostEvent',
  name: 'code-host',
  summary: 'Post a message for a code host event.',
  body: CodeHostWebhook,
  exampleEvent: 'issues',
  acceptedResponse: {
    status: 204,
    description: 'The event was accepted. X-Webhook-Result is the result.',
    schema: null,
  },
  respondAccepted: (headers) => emptyResponse(headers),
  errors: ['UNSUPPORTED_MEDIA_TYPE', 'MALFORMED_JSON', 'INVALID_SIGNATURE'],
  fieldErrors: { root: ['INVALID_FORMAT'], payload: ['REQUIRED'], 'x-github-event': ['REQUIRED'] },
}

export const executeCodeHost = executionRoute(definition)

/** The path of this format at Discord, so that a sender configured for it needs only another host, id and token. */
export const executeGithub = executionRoute({
  ...definition,
  operationId: 'sendGithubEvent',
  pathSegment: 'github',
  summary: 'The same as code-host, under the path that Discord has.',
})
