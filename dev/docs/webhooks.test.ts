import { chatErrorText, renderTextError } from '@gatehouse/gateway/executions/render-text-error'
import { renderError } from '@gatehouse/gateway/http/render-error'
import { commonErrors } from '@gatehouse/gateway/http/route'
import { apiRoutes } from '@gatehouse/gateway/routes'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { executionFormats } from '@gatehouse/proto/executions/formats'
import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { formatRules } from '@gatehouse/webhook-service/executions/formats'
import { expect } from 'chai'
import { readDocs, tableUnder } from './read-markdown.ts'

const page = readDocs('webhooks.md')
const formats = {
  'code-host': Format.CODE_HOST,
  'error-tracker': Format.ERROR_TRACKER,
  'chat-compat': Format.CHAT_COMPAT,
  native: Format.NATIVE,
}

/** Errors of every route that a POST to the URL of a webhook never has. */
const notOfExecutions = ['NOT_FOUND', 'METHOD_NOT_ALLOWED']

describe('docs/webhooks.md', () => {
  it('documents the URL, maximum size and success status of every format', () => {
    const rows = tableUnder(page, 'Format')
    expect(rows.map(([, url = '']) => formatOf(url))).to.deep.equal(Object.keys(formats))
    for (const [, url = '', , size = '', response = ''] of rows) {
      const { name, maxBytes } = formatRules(formats[formatOf(url)])
      expect(size, name).to.equal(sizeText(maxBytes))
      expect(url).to.equal(`https://chat.example.com${pathOf(name, 'ID', 'TOKEN')}`)
      expect(response.slice(0, 3), name).to.equal(String(executeRoute(name).responses[0]?.status))
    }
    const urls =
      (page + readDocs('webhook-senders.md')).match(/chat\.example\.com\/webhooks\/ID\/TOKEN\/[\w-]+/g) ?? []
    for (const url of urls) expect([...Object.keys(formats), 'messages']).to.include(url.replace(/^.*\//, ''))
  })

  it('documents every error code of executions with its status', () => {
    const documented = Object.fromEntries(
      tableUnder(page, 'Code').map(([code = '', , status = '', chat = '']) => [code, { status, chat }]),
    )
    const machines = new Set([...codesOf('code-host'), ...codesOf('error-tracker'), ...codesOf('native')])
    // Found before the route and its format are known.
    const chat = new Set(codesOf('chat-compat').filter((code) => code !== 'HEADERS_TOO_LARGE'))
    expect(Object.keys(documented)).to.have.members([...new Set([...machines, ...chat])])
    for (const [code, entry] of Object.entries(documented) as [
      ErrorCode,
      { status: string; chat: string },
    ][]) {
      const error = new ServiceError(code)
      const words = renderTextError(error, chatErrorText)
      expect(entry, code).to.deep.equal({
        status: machines.has(code) ? String(renderError(error).status) : '',
        chat: chat.has(code) ? `${words.status} ${words.body}` : '',
      })
    }
  })

  it('documents the limits', () => {
    const text = ({ limit, windowSeconds }: { limit: number; windowSeconds: number }) =>
      `${limit.toLocaleString('en')} in ${windowSeconds} s`
    const limitOf = (format: Format) => text(formatRules(format).rateLimit)
    const rows = Object.fromEntries(tableUnder(page, 'What').map(([what = '', limit = '']) => [what, limit]))
    const events = 'code-host and error-tracker posts that become'
    expect(rows[`${events} a message`]).to.contain(limitOf(Format.CODE_HOST))
    const { unposted } = executionFormats['code-host'].eventLimits
    expect(rows[`${events} none: ignored, filtered, unrenderable`]).to.contain(text(unposted))
    expect(limitOf(Format.ERROR_TRACKER)).to.equal(limitOf(Format.CODE_HOST))
    expect(rows['chat-compat and native posts']).to.contain(limitOf(Format.CHAT_COMPAT))
    expect(limitOf(Format.NATIVE)).to.equal(limitOf(Format.CHAT_COMPAT))
    expect(rows['native posts']).to.contain(text(executionFormats.native.burstLimit))
    const { content, embeds, embedSum, urlSum, title, excerpt } = messageLimits
    const sentence = `A message holds ${content.toLocaleString('en')} characters of content, ${embeds} embeds and ${embedSum.toLocaleString('en')} characters and ${urlSum.toLocaleString('en')} bytes of URLs in all embeds; a title ${title}, an excerpt of a body ${excerpt}.`
    expect(page.replaceAll(/\s+/g, ' ')).to.contain(sentence)
  })
})

function executeRoute(name: string) {
  const path = pathOf(name, '{webhook_id}', '{token}')
  const found = apiRoutes.find((route) => route.path === path && route.method === 'post')
  if (!found) throw new Error(`no route takes ${name}`)
  return found
}

/** Native messages have no segment of their own. */
function pathOf(name: string, id: string, token: string): string {
  return `/webhooks/${id}/${token}${name === 'native' ? '' : `/${name}`}`
}

function formatOf(url: string): keyof typeof formats {
  return (url.replace(/^.*TOKEN\/?/, '') || 'native') as keyof typeof formats
}

function codesOf(name: string): string[] {
  return [...executeRoute(name).errors, ...commonErrors].filter((code) => !notOfExecutions.includes(code))
}

function sizeText(bytes: number): string {
  const kibibytes = bytes / 1024
  return kibibytes >= 1024 ? `${kibibytes / 1024} MiB` : `${kibibytes} KiB`
}
