import type { EventType } from '@gatehouse/service-kit/events/event-type'

/** Every act of this service that others are told of (contract.md 9, "Events and audit"). */
export const eventTypes = {
  'session.created': {
    meaning: 'A session was made.',
    detail: { methods: 'How its holder proved themselves, separated by commas; left out when they did not.' },
  },
  'session.revoked': {
    meaning: 'A session ended before its time. Each one is told alone.',
    detail: {
      cause:
        '`token`: whoever held it signed out; `chosen`: it was named; `all`: it was one of all of its account; `cap`: a newer one took its place; `handoff`: its receiver was never given it.',
    },
  },
  'handoff.began': {
    meaning: 'Somebody was given a code: the account that gives, or, without an account, the receiver.',
    detail: {},
  },
  'handoff.claimed': { meaning: 'A receiver took up the code of the account that gives.', detail: {} },
  'handoff.completed': {
    meaning: 'The account that gives made a session for the receiver: that is the session it names.',
    detail: {},
  },
  'handoff.delivered': { meaning: 'The receiver was given that session.', detail: {} },
  'handoff.cancelled': {
    meaning: 'A handoff was ended by one of its sides; without an account when nobody was known to give.',
    detail: {},
  },
  'handoff.throttled': {
    meaning: 'An address named so many wrong codes that it has to wait.',
    detail: {},
  },
} as const satisfies Record<string, EventType>

export type EventTypeName = keyof typeof eventTypes

/** Why a session was revoked, by the words of the table. */
export type RevocationCause = 'token' | 'chosen' | 'all' | 'cap' | 'handoff'
