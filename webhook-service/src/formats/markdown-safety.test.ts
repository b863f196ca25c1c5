import { expect } from 'chai'
import fc from 'fast-check'
import { examplePayloads as codeHostPayloads } from '../../test/fixtures/code-host/example-payloads.ts'
import { errorTrackerPayloads, resourceNames } from '../../test/fixtures/error-tracker/payloads.ts'
import {
  asRead,
  assertSafeMarkdown,
  forbiddenTokens,
  hostileMarkdownText,
} from '../../test/tools/harmless-markdown.ts'
import { renderCodeHost } from './code-host/render-code-host.ts'
import { renderErrorTracker } from './error-tracker/render-error-tracker.ts'
import { renderBody } from './markdown/render-body.ts'
import { isPayload, type Payload } from './payload.ts'
import type { Rendering } from './rendering.ts'
import { escapeMarkdown, toMarkdownText } from './text/markdown.ts'
import { codePointLength } from './text/truncate.ts'
import { linkTarget } from './text/web-url.ts'

type Render = (payload: Payload) => Rendering
type Case = { payload: Payload; render: Render }

const cases: Case[] = [
  ...codeHostPayloads.map(({ event, payload }) => ({
    payload,
    render: (given: Payload) => renderCodeHost(event, given),
  })),
  ...Object.entries(errorTrackerPayloads).map(([name, payload]) => ({
    payload: payload as Payload,
    render: (given: Payload) =>
      renderErrorTracker(resourceNames[name as keyof typeof errorTrackerPayloads], given),
  })),
].filter(({ payload, render }) => render(payload).kind === 'rendered')

const isUrl = (text: string) => /^https?:\/\//.test(text)
/** With other values in these keys the payload would be another event, or none. */
const keptKeys = /^(?:action|state|status|conclusion|type|ref_type|id|node_id|sha|after|before|.*_at)$/

/** Prepends the text to every value that a person can write. */
function prependText(value: unknown, words: string, key = ''): unknown {
  if (typeof value === 'string') return isUrl(value) || keptKeys.test(key) ? value : words + value
  if (Array.isArray(value)) return value.map((each) => prependText(each, words, key))
  if (!isPayload(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([inner, each]) => [inner, prependText(each, words, inner)]),
  )
}

function urlsIn(value: unknown): string[] {
  if (typeof value === 'string') return isUrl(value) ? [asRead(linkTarget(value) ?? '')] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : []
}

const pageOfRepository = /\/(?:commit\/[0-9a-f]{7,64}|pull\/\d+)$/
const readCases = cases.map((each) => ({ ...each, urls: new Set(urlsIn(each.payload)) }))

describe('untrusted text in markdown', () => {
  it('forms no markdown once it is escaped, even when truncated', () => {
    const quotesAndLists = ['blockquote_open', 'bullet_list_open', 'ordered_list_open']
    const never = [...forbiddenTokens, ...quotesAndLists, 'code_inline', 'fence', 's_open']
    const formed = { isOurs: () => false, never }
    fc.assert(
      fc.property(hostileMarkdownText, fc.integer({ min: 1, max: 200 }), (words, limit) => {
        assertSafeMarkdown(escapeMarkdown(words), formed)
        assertSafeMarkdown(toMarkdownText(words, limit), formed)
      }),
      { numRuns: 500 },
    )
  })

  it('forms only links to the web in bodies, at every limit', () => {
    fc.assert(
      fc.property(hostileMarkdownText, fc.integer({ min: 1, max: 600 }), (words, limit) => {
        const body = renderBody(words, limit)
        expect(codePointLength(body), body).to.be.at.most(limit)
        assertSafeMarkdown(body, { isOurs: isUrl })
      }),
      { numRuns: 1000 },
    )
  })

  it('forms only links to URLs of the payload, and pages of its repository, in embeds of code hosts and error trackers', () => {
    fc.assert(
      fc.property(fc.constantFrom(...readCases), hostileMarkdownText, ({ payload, render, urls }, words) => {
        const rendering = render(prependText(payload, words) as Payload)
        if (rendering.kind !== 'rendered') return
        const isOurs = (url: string) => urls.has(url) || urls.has(url.replace(pageOfRepository, ''))
        for (const { title = '', description = '', fields = [] } of rendering.draft.embeds) {
          for (const markdown of [title, ...fields.flatMap(({ name, value }) => [name, value])])
            assertSafeMarkdown(markdown, { isOurs })
          // A description can be a body, whose links to the web are kept.
          assertSafeMarkdown(description, { isOurs: (url) => urls.has(url) || isUrl(url) })
        }
      }),
      { numRuns: 500 },
    )
  })
})
