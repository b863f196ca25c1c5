/** A page of the site: `source` in docs/, its URL `/docs/<slug>` and its entry in the navigation. */
export type SitePage = { slug: string; source: string; label: string; summary: string }

export type SiteSection = { title: string; pages: readonly SitePage[] }

/** What users of the API and senders of webhooks need, in the order of the navigation. */
export const siteSections: readonly SiteSection[] = [
  {
    title: 'Get started',
    pages: [
      page('start', 'Quickstart', 'From nothing to a signed-in request and a webhook message.'),
      page('sign-in-page', 'Build a sign-in page', 'Store the token, react to 401, sign out.'),
      {
        slug: 'client',
        source: '../client/README.md',
        label: 'TypeScript client',
        summary: 'Typed requests, errors, retries, step-up and handoff.',
      },
      page('browsers', 'Browsers and CORS', 'Allowed origins, credentials and cookies.'),
      page('not-yet', 'Not available yet', 'What the API does not do today.'),
    ],
  },
  {
    title: 'Accounts',
    pages: [
      page('accounts', 'Accounts', 'Registration, passwords, changes, closing and deletion.'),
      page('second-factors', 'Second factors', 'Authenticator apps and backup codes.'),
      page('sso', 'Single sign-on', 'Sign in with an OpenID Connect provider.'),
      page('step-up', 'Step-up', 'Confirm the identity before a sensitive change.'),
      page('handoff', 'Session handoff', 'Sign in on another device with a short code.'),
      page('mail-links', 'Links in mails', 'Pages of your own for verification and forgotten passwords.'),
      page('account-pages', 'Account pages', 'The pages for people that the gateway serves.'),
    ],
  },
  {
    title: 'Requests',
    pages: [
      page('retries', 'Errors and retries', 'What to retry, when, and how to report a failure.'),
      page('errors', 'Error codes', 'Every code with its status and message.'),
      page('limits', 'Rate limits', 'Every limit, and what happens after wrong passwords.'),
    ],
  },
  {
    title: 'Webhooks',
    pages: [
      page('webhooks', 'Webhooks', 'Formats, responses, settings and limits.'),
      page('webhook-senders', 'Connect a sender', 'GitHub, Sentry, Alertmanager, Grafana and others.'),
      page('webhooks-events', 'Events', 'Which events become messages.'),
      page('chat-compat-blocks', 'Chat blocks', 'Supported blocks of Slack-style messages.'),
    ],
  },
]

export const sitePages = siteSections.flatMap(({ pages }) => pages)

function page(slug: string, label: string, summary: string): SitePage {
  return { slug, source: `${slug}.md`, label, summary }
}
