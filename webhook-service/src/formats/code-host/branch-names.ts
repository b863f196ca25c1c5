import { isPayload, objectAt, type Payload, textAt, valueAt } from '../payload.ts'

/** Where the repository of a branch is, by the path of the branch. */
const repositoryOf: Record<string, string> = {
  'pull_request.head.ref': 'pull_request.head.repo',
  'deployment.ref': 'workflow_run.head_repository',
}

/**
 * A branch as it is shown, and as rules of filters match it. The branch of a fork can have any name, also that of a protected branch: it is
 * shown with the owner of the fork (`bob:main`), and no rule matches it.
 */
export function branchNames(payload: Payload, path: string): { shown?: string; matched?: string } {
  const branch = textAt(payload, path)
  if (branch === undefined) return {}
  const parent = path.slice(0, path.lastIndexOf('.'))
  const repository = repositoryOf[path] ?? `${parent}.head_repository`
  if (!isFork(payload, repository)) return { shown: branch, matched: branch }
  return { shown: `${ownerOf(payload, repository, parent)}:${branch}` }
}

/** The repository of a deleted fork is null. */
function isFork(payload: Payload, path: string): boolean {
  const repository = valueAt(payload, path)
  if (repository !== null && !isPayload(repository)) return false
  const [name, own] = [textAt(payload, `${path}.full_name`), textAt(payload, 'repository.full_name')]
  if (name !== undefined && own !== undefined) return name.toLowerCase() !== own.toLowerCase()
  return repository === null || textAt(repository, 'id') !== textAt(payload, 'repository.id')
}

function ownerOf(payload: Payload, path: string, parent: string): string {
  const repository = objectAt(payload, path)
  return (
    (repository &&
      (textAt(repository, 'owner.login') ?? textAt(repository, 'full_name')?.split('/', 1)[0])) ??
    textAt(payload, `${parent}.user.login`) ??
    'fork'
  )
}
