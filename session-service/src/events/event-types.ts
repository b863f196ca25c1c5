import type { EventType } from '@gatehouse/service-kit/events/event-type'

export const eventTypes = {
  'session.created': {
    meaning: 'A session was created.',
    detail: {
      methods: 'How the holder proved their identity, separated by commas; omitted without a proof.',
      sign_in:
        'How its account signed in, as the detail `method` of `account.sign_in`: auth-service makes that event from this one. Absent for other sessions.',
      factor: 'The second factor of that sign-in, if there was one.',
    },
  },
  'session.revoked': {
    meaning: 'A session was revoked; one event for each.',
    detail: {
      cause:
        '`token`: its holder signed out; `chosen`: it was selected; `all`: all sessions of the account were revoked; `cap`: evicted by a newer session; `handoff`: its handoff was cancelled; `undelivered`: nobody received its token, because the sign-in or handoff failed.',
    },
  },
  'handoff.began': {
    meaning: 'A handoff code was issued to the giver, or, without an account, to the receiver.',
    detail: {},
  },
  'handoff.claimed': { meaning: 'A receiver claimed the code of the giver.', detail: {} },
  'handoff.completed': {
    meaning: 'The giver created the named session for the receiver.',
    detail: {},
  },
  'handoff.delivered': { meaning: 'The session was delivered to the receiver.', detail: {} },
  'handoff.cancelled': {
    meaning: 'One side cancelled or declined the handoff; without an account if the giver is not known.',
    detail: {},
  },
  'handoff.throttled': {
    meaning: 'An address or its network is throttled after too many wrong codes.',
    detail: {},
  },
} as const satisfies Record<string, EventType>

export type EventTypeName = keyof typeof eventTypes

export type RevocationCause = 'token' | 'chosen' | 'all' | 'cap' | 'handoff' | 'undelivered'
