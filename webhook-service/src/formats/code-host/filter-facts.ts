import { objectsAt, type Payload, textAt } from '../payload.ts'
import { branchNames } from './branch-names.ts'

/** Paths of branch names. For a pull request it is the target branch, from a fork too. */
const branchPaths = [
  'pull_request.base.ref',
  'workflow_run.head_branch',
  'workflow_job.head_branch',
  'check_run.check_suite.head_branch',
  'check_suite.head_branch',
  'deployment.ref',
  'merge_group.base_ref',
  'release.target_commitish',
]
const labelLists = ['issue.labels', 'pull_request.labels', 'discussion.labels']

/** Bounds the work for hostile payloads. */
const maxListLength = 100

export function codeHostFacts(payload: Payload) {
  const sender = textAt(payload, 'sender.login')
  return {
    format: 'code-host',
    branches: branchesOf(payload),
    labels: labelLists.flatMap((path) => namesIn(payload, path)),
    senders: sender ? [sender] : [],
  }
}

function branchesOf(payload: Payload): string[] {
  const named = branchPaths.flatMap((path) => branchNames(payload, path).matched ?? [])
  return [...refOf(payload), ...named, ...namesIn(payload, 'branches')]
}

function refOf(payload: Payload): string[] {
  const ref = textAt(payload, 'ref')
  const isTag = ref?.startsWith('refs/tags/') || payload.ref_type === 'tag'
  return ref && !isTag ? [ref] : []
}

function namesIn(payload: Payload, path: string): string[] {
  return (objectsAt(payload, path) ?? [])
    .slice(0, maxListLength)
    .map((each) => textAt(each, 'name'))
    .filter((name) => name !== undefined)
}
