/** What no message may show; the parts below, and the payloads made of them, are full of it. */
export const secrets = [
  'Bearer header-secret',
  'cookie-secret',
  'query-secret',
  'body-secret',
  'variable-secret',
  'source-secret',
  'installation-secret',
  'extra-secret',
  'victim@example.com',
  'operator@example.org',
  '203.0.113.77',
  '2001:db8::77',
]

export const installation = { uuid: 'a8e5d37a-696c-4c54-adb5-b3f28d64c7de' }
export const operator = { type: 'user', id: 789, name: 'Olga Operator', email: 'operator@example.org' }
export const application = { type: 'application', id: 'sentry', name: 'Sentry' }

export const issue = {
  id: '1170820242',
  shareId: null,
  shortId: 'LAMP-7X',
  title: "TypeError: Cannot read properties of undefined (reading 'wick')",
  culprit: 'trim(lamp/wick)',
  permalink: null,
  web_url: 'https://tracker.example.com/organizations/light/issues/1170820242/',
  url: 'https://tracker.example.com/api/0/organizations/light/issues/1170820242/',
  level: 'error',
  status: 'unresolved',
  substatus: 'new',
  platform: 'javascript',
  project: { id: '4501', name: 'Lamp', slug: 'lamp', platform: 'javascript' },
  type: 'error',
  metadata: { type: 'TypeError', value: 'variable-secret', filename: 'wick.js' },
  assignedTo: null,
  count: '3',
  userCount: 2,
  firstSeen: '2026-03-02T21:51:44.118160Z',
  lastSeen: '2026-03-02T22:51:44Z',
}

const frame = (filename: string, lineno: number, name: string, in_app: boolean) => ({
  filename,
  abs_path: `/srv/${filename}`,
  lineno,
  colno: 5,
  function: name,
  in_app,
  context_line: 'const key = "source-secret"',
  pre_context: ['source-secret'],
  vars: { password: 'variable-secret', nested: { ip: '203.0.113.77' } },
})

export const event = {
  event_id: 'e4874d664c3540c1a32eab185f12c5ab',
  project: 4501,
  release: 'lamp@2.4.0',
  environment: 'production',
  platform: 'javascript',
  level: 'error',
  title: "TypeError: Cannot read properties of undefined (reading 'wick')",
  culprit: 'trim(lamp/wick)',
  message: '',
  datetime: '2026-03-02T21:51:44.677000Z',
  timestamp: 1772488304.677,
  location: 'wick.js',
  web_url: 'https://tracker.example.com/organizations/light/issues/1/events/e4874d664c3540c1/',
  exception: {
    values: [
      { type: 'KeyError', value: 'the cause', stacktrace: { frames: [frame('cause.js', 1, 'cause', true)] } },
      {
        type: 'TypeError',
        value: 'no wick for victim@example.com at 203.0.113.77 or 2001:db8::77',
        mechanism: { data: { secret: 'extra-secret' } },
        stacktrace: {
          frames: [
            frame('node_modules/express/router.js', 10, 'next', false),
            frame('lamp/keeper.js', 21, 'keep', true),
            frame('lamp/wick.js', 42, 'trim', true),
            frame('node:internal/timers', 99, 'listOnTimeout', false),
          ],
        },
      },
    ],
  },
  request: {
    url: 'https://lamp.example.com/?token=query-secret',
    method: 'POST',
    headers: [['Authorization', 'Bearer header-secret']],
    cookies: [['sid', 'cookie-secret']],
    query_string: [['token', 'query-secret']],
    data: { password: 'body-secret' },
    env: { REMOTE_ADDR: '203.0.113.77' },
  },
  user: { id: '1', email: 'victim@example.com', ip_address: '2001:db8::77', username: 'victim@example.com' },
  contexts: { trace: { data: 'extra-secret' } },
  extra: { session: 'extra-secret' },
  breadcrumbs: { values: [{ message: 'extra-secret' }] },
  tags: [
    ['browser', 'Firefox'],
    ['environment', 'staging'],
    ['user', 'email:victim@example.com'],
  ],
}
