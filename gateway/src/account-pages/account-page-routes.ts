import { browserRedirect, redirect } from '../http/browser-redirect.ts'
import { fixedRoute } from '../http/fixed-route.ts'
import { jsonResponse } from '../http/http-response.ts'
import type { Route } from '../http/route.ts'

/** Pages for people without an app: sign-in, registration, sessions, handoff, links of mails. They use the routes of the API. */
export const accountPageRoutes: readonly Route[] = [
  fixedRoute('/', 'Redirect browsers to the sessions page.', (_, context) =>
    browserRedirect('./account/sessions', context),
  ),
  fixedRoute('/account', 'Redirect to the sessions page.', () => redirect('account/sessions')),
  fixedRoute('/account/', 'Redirect browsers to the sessions page.', (_, context) =>
    browserRedirect('sessions', context),
  ),
  fixedRoute(
    '/account/{page}',
    'Get an account page or one of its files.',
    ({ page = '' }, context, { accountPages }) => accountPages.find(page, context),
  ),
  fixedRoute(
    '/account/{page}',
    'Redirect a posted form to the page: no page takes one. Some identity providers post their answer.',
    async ({ page = '' }, context, { accountPages }) =>
      (await accountPages.find(page, context)) && redirect(page),
    'post',
  ),
  fixedRoute(
    '/account/{page}/',
    'Redirect browsers to the page without the slash.',
    async ({ page = '' }, context, { accountPages }) =>
      (await accountPages.find(page, context)) && browserRedirect(`../${page}`, context),
  ),
  // W3C, A Well-Known URL for Changing Passwords: password managers open it.
  fixedRoute('/.well-known/change-password', 'Redirect to the page where the password is changed.', () =>
    redirect('../account/security'),
  ),
  // W3C, A Well-Known URL for Relying Party Passkey Endpoints.
  fixedRoute(
    '/.well-known/passkey-endpoints',
    'Get the page where passkeys are added and managed.',
    (_, __, { publicUrl }) => {
      const page = `${publicUrl}/account/security`
      return async () => jsonResponse(200, { enroll: page, manage: page })
    },
  ),
]
