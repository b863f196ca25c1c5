import { eventTypes } from '@gatehouse/auth-service/audit/event-types'
import type { EventType } from '@gatehouse/service-kit/events/event-type'
import { eventTypes as sessionEvents } from '@gatehouse/session-service/events/event-types'
import { eventTypes as webhookEvents } from '@gatehouse/webhook-service/events/event-types'
import { markdownTable } from './markdown-table.ts'

const introduction = `# Events for other services

Made by \`npm run generate\` from the tables the code itself follows.

Every service tells what was done in a Redis Stream of its own, \`<prefix>events:auth\`, \`<prefix>events:sessions\` and
\`<prefix>events:webhooks\`; the prefix is \`GATEHOUSE_REDIS_PREFIX\`, \`gatehouse:\` unless set. All of it is in the audit log too:
\`GET /users/@me/audit\` shows people what concerns their account, \`npm run admin -- audit\` shows operators all. Records are
kept for \`GATEHOUSE_AUDIT_DAYS\`.

## An entry

| Field | |
| --- | --- |
| \`id\` | the same each time this act is told; unique within its stream |
| \`type\` | a word of the tables below |
| \`account_id\` | whose account it was about; absent when there is none |
| \`event\` | everything, as one line of JSON: the message \`events.v1.Event\` of \`proto/events/v1/events.proto\` with names in snake_case, without what is unset |

\`\`\`json
{"id":"1987540192841728","at":"2030-01-01T00:00:00.000Z","type":"account.sign_in","outcome":"ok","account_id":"1541815603606036480","session_id_hash":"Yl2m…","address":"2001:db8::7","request_id":"3f0c…","client_info":{"browser":"Firefox","os":"Linux","platform":"desktop"},"detail":{"method":"password"}}
\`\`\`

\`outcome\` is \`ok\`, or \`failed\` for an attempt that was refused. \`address\` and \`client_info\` are unset when an operator or a
service did it. No event holds a password, token, code or email address. Every text is one line: control characters of clients
become spaces.

## Reading

An act is told **at least once**: it is stored with the change it tells of, and published afterwards. Whoever sees an \`id\` again
has seen the act. The order of a stream is that of publishing; \`at\` tells when things were done. Ignore types, fields and
detail words you do not know. A stream keeps about \`GATEHOUSE_EVENT_STREAM_LENGTH\` entries, so a consumer that is away for long
has to catch up elsewhere.

With a consumer group each event goes to one replica of your service, and comes again until it is acknowledged:

\`\`\`sh
redis-cli -p 6390 XGROUP CREATE gatehouse:events:auth my-service 0 MKSTREAM
redis-cli -p 6390 XREADGROUP GROUP my-service replica-1 COUNT 10 BLOCK 5000 STREAMS gatehouse:events:auth '>'
redis-cli -p 6390 XACK gatehouse:events:auth my-service 1700000000000-0
\`\`\`

After a restart, read with \`0\` in the place of \`>\` first: that gives what this replica was given and did not acknowledge.
\`XAUTOCLAIM\` takes over what another replica left. \`dev/examples/read-events.ts\` does it in TypeScript; against \`npm start\`:

\`\`\`sh
node --conditions=gatehouse-source dev/examples/read-events.ts gatehouse:events:auth
\`\`\`
`

/** What services tell each other: how to read it, and every type of every service. */
export function domainEventsMarkdown(): string {
  return [
    introduction,
    ...chapter('Accounts: `events:auth`', eventTypes),
    ...chapter('Sessions and handoffs: `events:sessions`', sessionEvents),
    ...chapter('Webhooks: `events:webhooks`', webhookEvents),
  ].join('\n')
}

function chapter(title: string, types: Record<string, EventType>): string[] {
  const rows = Object.entries(types).map(([type, { meaning, detail }]) => [
    `\`${type}\``,
    meaning,
    Object.entries(detail)
      .map(([word, says]) => `\`${word}\`: ${says}`)
      .join('<br>'),
  ])
  return [`## ${title}`, '', markdownTable(['Type', 'Meaning', 'Detail'], rows), '']
}
