import { route } from '../http/route.ts'
import { UsernameSuggestionsRequest, UsernameSuggestionsResponse } from '../shapes/registration.ts'

export const suggestUsernames = route({
  method: 'post',
  path: '/auth/username-suggestions',
  access: 'anyone',
  summary: 'Suggest usernames that follow from a display name.',
  rateLimit: { bucket: 'auth:username_suggestions', limit: 10, windowSeconds: 10 },
  body: UsernameSuggestionsRequest,
  response: UsernameSuggestionsResponse,
  errors: [],
  async handler({ body, services, call }) {
    const { suggestions } = await services.auth.suggestUsernames({ globalName: body.global_name }, call)
    return { suggestions }
  },
})
