import type { Payload } from '../payload.ts'

export function inferEvent(payload: Payload): string | undefined {
  const has = (key: string) => Object.hasOwn(payload, key) && payload[key] !== null
  const candidates: [event: string, matches: boolean][] = [
    ['ping', has('zen')],
    ['push', has('ref') && has('commits')],
    ['issue_comment', has('issue') && has('comment')],
    ['issues', has('issue')],
    ['pull_request_review', has('pull_request') && has('review')],
    ['pull_request_review_comment', has('pull_request') && has('comment')],
    ['pull_request', has('pull_request') && !has('thread')],
    ['release', has('release')],
    ['fork', has('forkee')],
    ['check_run', has('check_run') && !has('deployment_status')],
    ['check_suite', has('check_suite')],
    ['workflow_run', has('workflow_run')],
    ['discussion_comment', has('discussion') && has('comment')],
    ['discussion', has('discussion')],
  ]
  return candidates.find(([, matches]) => matches)?.[0]
}
