import { objectsAt, type Payload, textAt } from '../payload.ts'

/** Where the events keep the branch they are about; of a pull request the one it goes to. */
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

/** More than anybody gives one thing; the rest is not looked at. */
const maxListLength = 100

/** What event filters can ask of a code host's payload. */
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
  const named = branchPaths.map((path) => textAt(payload, path)).filter((branch) => branch !== undefined)
  return [...refOf(payload), ...named, ...namesIn(payload, 'branches')]
}

/** A ref is a branch unless it says that it is a tag. */
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
