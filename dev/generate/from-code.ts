import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '@gatehouse/gateway/openapi/document'
import { apiRoutes, documentedRoutes, routes } from '@gatehouse/gateway/routes'
import { docsSite, siteFolder } from '../docs-site/docs-site.ts'
import { dashboard } from '../monitoring/dashboard.ts'
import { prometheusRule } from '../monitoring/prometheus-rule.ts'
import { accountPageAssets } from './account-page-assets.ts'
import { callersMarkdown } from './callers-markdown.ts'
import { chatBlocksMarkdown } from './chat-blocks-markdown.ts'
import { clientTypes } from './client-types.ts'
import { commonPasswordsModule } from './common-passwords.ts'
import { domainEventsMarkdown } from './domain-events-markdown.ts'
import { emojiModule } from './emoji.ts'
import { errorsMarkdown } from './errors-markdown.ts'
import { eventsMarkdown } from './events-markdown.ts'
import { limitsMarkdown } from './limits-markdown.ts'
import { logFieldsMarkdown } from './log-fields-markdown.ts'
import { mailLayoutModule } from './mail-layout.ts'
import { metricsMarkdown } from './metrics-markdown.ts'
import { redisUsers } from './redis-users.ts'
import { rightsMarkdown } from './rights-markdown.ts'
import { envExample, settingsMarkdown } from './settings-docs.ts'

/** Writes every committed file that has a source in the code, and prints its path. */
export function generateFromCode(root: string): void {
  const write = (file: string, text: string) => {
    writeFileSync(join(root, file), text)
    console.log(file)
  }
  write('auth-service/src/passwords/gen/common-passwords.ts', commonPasswordsModule())
  write('webhook-service/src/formats/text/gen/emoji.ts', emojiModule())
  write('auth-service/src/mails/gen/layout.ts', mailLayoutModule())
  write('docs/openapi.json', `${JSON.stringify(openApiDocument(documentedRoutes), null, 2)}\n`)
  write('client/src/gen/api.ts', clientTypes(join(root, 'docs/openapi.json')))
  write('gateway/src/account-pages/gen/assets.ts', accountPageAssets(root))
  write('docs/errors.md', errorsMarkdown())
  write('docs/events.md', domainEventsMarkdown())
  write('docs/webhooks-events.md', eventsMarkdown())
  write('docs/chat-compat-blocks.md', chatBlocksMarkdown())
  write('docs/callers.md', callersMarkdown())
  write('docs/rights.md', rightsMarkdown())
  write('docs/metrics.md', metricsMarkdown())
  write('docs/log-fields.md', logFieldsMarkdown())
  write('docs/limits.md', limitsMarkdown(routes, apiRoutes))
  write('docs/settings.md', settingsMarkdown())
  write('.env.example', envExample())
  write('k8s/redis/users.acl', redisUsers())
  write('k8s/components/monitoring/rules.yaml', prometheusRule())
  write('k8s/components/monitoring/dashboard.json', dashboard())
  generateDocsSite(root)
}

/** Last, because some of its pages are generated too. */
function generateDocsSite(root: string): void {
  const files = docsSite(root)
  rmSync(join(root, siteFolder), { recursive: true, force: true })
  mkdirSync(join(root, siteFolder))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, siteFolder, name), content)
  console.log(siteFolder)
}
