import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { openApiDocument } from '@gatehouse/gateway/openapi/document'
import { apiRoutes, documentedRoutes, routes } from '@gatehouse/gateway/routes'
import { docsSite, siteFolder } from './docs-site/docs-site.ts'
import { accountPageAssets } from './generate/account-page-assets.ts'
import { callersMarkdown } from './generate/callers-markdown.ts'
import { chatBlocksMarkdown } from './generate/chat-blocks-markdown.ts'
import { clientTypes } from './generate/client-types.ts'
import { commonPasswordsModule } from './generate/common-passwords.ts'
import { domainEventsMarkdown } from './generate/domain-events-markdown.ts'
import { emojiModule } from './generate/emoji.ts'
import { errorsMarkdown } from './generate/errors-markdown.ts'
import { eventsMarkdown } from './generate/events-markdown.ts'
import { limitsMarkdown } from './generate/limits-markdown.ts'
import { logFieldsMarkdown } from './generate/log-fields-markdown.ts'
import { mailLayoutModule } from './generate/mail-layout.ts'
import { metricsMarkdown } from './generate/metrics-markdown.ts'
import { readOnlyRpcsModule } from './generate/read-only-rpcs.ts'
import { redisUsers } from './generate/redis-users.ts'
import { envExample, settingsMarkdown } from './generate/settings-docs.ts'
import { dashboard } from './monitoring/dashboard.ts'
import { prometheusRule } from './monitoring/prometheus-rule.ts'

const root = dirname(import.meta.dirname)

/** Writes every committed file that has a source, and prints its path: `npm run check` compares it. */
function generate(): void {
  generateContracts()
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
  write('docs/metrics.md', metricsMarkdown())
  write('docs/log-fields.md', logFieldsMarkdown())
  write('docs/limits.md', limitsMarkdown(routes, apiRoutes))
  write('docs/settings.md', settingsMarkdown())
  write('.env.example', envExample())
  write('k8s/redis/users.acl', redisUsers())
  write('k8s/components/monitoring/rules.yaml', prometheusRule())
  write('k8s/components/monitoring/dashboard.json', dashboard())
  generateDocsSite()
}

function generateContracts(): void {
  // buf finds its plugin, ts-proto, on PATH.
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const options = { cwd: join(root, 'proto'), stdio: 'inherit', env: { ...process.env, PATH: path } } as const
  execFileSync('buf', ['generate'], options)
  execFileSync('buf', ['build', '-o', 'gen/descriptors.binpb'], options)
  const image = execFileSync('buf', ['build', '-o', '-#format=json'], {
    ...options,
    stdio: 'pipe',
    encoding: 'utf8',
  })
  writeFileSync(join(root, 'proto/gen/gatehouse/read-only-rpcs.ts'), readOnlyRpcsModule(image))
  console.log('proto/gen')
}

/** Last, because some of its pages are generated too. */
function generateDocsSite(): void {
  const files = docsSite(root)
  rmSync(join(root, siteFolder), { recursive: true, force: true })
  mkdirSync(join(root, siteFolder))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, siteFolder, name), content)
  console.log(siteFolder)
}

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text)
  console.log(file)
}

generate()
