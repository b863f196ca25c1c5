import { defineRoute } from '../http/define-route.ts'
import { UsernameSuggestionsRequest, UsernameSuggestionsResponse } from '../schemas/registration.ts'

export const suggestUsernames = defineRoute({
  operationId: 'suggestUsernames',
  tag: 'auth',
  method: 'post',
  path: '/auth/username-suggestions',
  access: 'anyone',
  summary: 'Suggest usernames for a display name.',
  rateLimit: { bucket: 'auth:username_suggestions' },
  body: UsernameSuggestionsRequest,
  response: UsernameSuggestionsResponse,
  errors: ['SSO_REQUIRED'],
  async handler({ body, services, context }) {
    const { suggestions } = await services.auth.suggestUsernames({ globalName: body.global_name }, context)
    return { suggestions }
  },
})
