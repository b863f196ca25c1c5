import type { Embed } from '../messages/embed.ts'
import { issueClosed, issueOpened, issueReopened, issueTransferred } from './issues.ts'
import type { Payload } from './payload.ts'
import {
  pullRequestClosed,
  pullRequestOpened,
  pullRequestReady,
  pullRequestReopened,
} from './pull-request.ts'
import { push } from './push.ts'

/** Turns a payload into a card, or into nothing when this one is not worth a message. */
export type Render = (payload: Payload) => Embed | undefined

/** The events we show (webhooks.md B4); those with actions name the ones shown. Every other event is ignored. */
export const events: Record<string, Render | Record<string, Render>> = {
  push,
  issues: {
    opened: issueOpened,
    closed: issueClosed,
    reopened: issueReopened,
    transferred: issueTransferred,
  },
  pull_request: {
    opened: pullRequestOpened,
    closed: pullRequestClosed,
    reopened: pullRequestReopened,
    ready_for_review: pullRequestReady,
  },
}
