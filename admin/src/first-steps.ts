import { join } from 'node:path'
import { repositoryRoot } from './repository-root.ts'
import type { Seed } from './seed.ts'

/** Four curl commands: register, create a webhook, post a push, list the messages. */
export function firstSteps(gateway: string, { accounts: [ann], channel_id, webhook }: Seed): string {
  const push = join(repositoryRoot, 'dev/examples/push.json')
  const asAnn = `-H 'Authorization: ${ann?.token}'`
  const json = `-H 'Content-Type: application/json'`
  const newcomer = `{"email":"me-'$(date +%s)'@gatehouse.test","password":"amber-river-91","date_of_birth":"1990-01-01","consent":true}`
  return [
    '# Register an account',
    `curl -sw '\\n' ${gateway}/auth/register ${json} -d '${newcomer}'`,
    '',
    `# Create a webhook as ${ann?.email}`,
    `curl -sw '\\n' ${gateway}/channels/${channel_id}/webhooks ${asAnn} ${json} -d '{"name":"My builds"}'`,
    '',
    '# Post a push of a code host (to a webhook of the seed)',
    `curl -si ${gateway}/webhooks/${webhook.id}/${webhook.token}/code-host ${json} -H 'X-GitHub-Event: push' -H "X-GitHub-Delivery: $(date +%s)" --data-binary '@${push}'`,
    '',
    '# List the messages',
    `curl -sw '\\n' '${gateway}/channels/${channel_id}/messages?limit=1' ${asAnn}`,
  ].join('\n')
}
