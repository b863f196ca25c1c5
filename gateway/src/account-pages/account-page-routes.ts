import type { Asset } from '../http/asset.ts'
import { fixedRoute } from '../http/fixed-route.ts'
import { emptyResponse } from '../http/http-response.ts'
import type { Route } from '../http/route.ts'

/** Relative, so that it also works under /v1. */
const redirect: Asset = async () => emptyResponse(['Location', 'account/sessions'], 303)

/** Pages for people without an app: sign-in, registration, sessions, handoff, links of mails. They use the routes of the API. */
export const accountPageRoutes: readonly Route[] = [
  fixedRoute('/account', 'Redirect to the sessions page.', () => redirect),
  fixedRoute(
    '/account/{page}',
    'Get an account page or one of its files.',
    ({ page = '' }, context, { accountPages }) => accountPages.find(page, context),
  ),
]
