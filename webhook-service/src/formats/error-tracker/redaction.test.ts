import { expect } from 'chai'
import fc from 'fast-check'
import { secrets } from '../../../test/fixtures/error-tracker/payload-parts.ts'
import { errorTrackerPayloads, resourceNames } from '../../../test/fixtures/error-tracker/payloads.ts'
import { visibleText } from '../../../test/tools/harmless-markdown.ts'
import { isPayload, type Payload } from '../payload.ts'
import { renderErrorTracker } from './render-error-tracker.ts'

const names = Object.keys(errorTrackerPayloads) as (keyof typeof errorTrackerPayloads)[]

const home = 'https://tracker.example.com'

describe('redaction of error reports', () => {
  it('has all secrets in its fixtures', () => {
    const all = JSON.stringify(errorTrackerPayloads)
    for (const secret of secrets) expect(all).to.include(secret)
  })

  for (const name of names)
    it(`shows no secret of ${name}`, () => {
      const syntheticPayload = JSON.stringify(
        renderErrorTracker(resourceNames[name], errorTrackerPayloads[name]),
      )
      for (const secret of secrets) expect(syntheticPayload).to.not.include(secret)
    })

  it('redacts addresses in every text of a report', () => {
    for (const address of ['victim@example.com', '203.0.113.77', '2001:db8::77'])
      for (const name of names) {
        const payload = everywhere(errorTrackerPayloads[name], `x ${address}, y`)
        const syntheticPayload = JSON.stringify(renderErrorTracker(resourceNames[name], payload))
        expect(syntheticPayload).to.not.include(address)
      }
  })

  it('redacts addresses in the Markdown of comments', () => {
    const part = fc.constantFrom(
      ...[
        'bob@x.example',
        '10.0.0.5',
        'bob',
        '@',
        'x.example',
        '10.0',
        '.0.5',
        '**',
        '*',
        '`',
        '~~',
        '\\',
        '<b>',
        '</b>',
        '&commat;',
        '[',
        '](https://c.example)',
      ],
      ...[
        '\n',
        '\n\n',
        '> ',
        '- ',
        ' ',
        '# ',
        '```\n',
        '<details>',
        '<p>',
        '| a |\n|---|\n| ',
        ' |',
        '<a href="https://c.example/?q=bob@x.example">',
        '</a>',
        '<code>',
        '</code>',
        '<ul><li>',
        '<table><tr><td>',
        '<img alt="bob@x.example" src="https://c.example">',
        '<pre>',
        '<!-- -->',
        '<https://c.example/?a=bob@x.example>',
      ],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        // More numbers are an object identifier.
        fc.pre((parts.join('').match(/\d+/g) ?? []).length <= 5)
        const rendering = renderErrorTracker('comment', {
          action: 'created',
          data: { comment: parts.join('') },
        })
        const description =
          rendering.kind === 'rendered' ? (rendering.draft.embeds[0]?.description ?? '') : ''
        expect(description).not.to.match(/bob@x\.example|10\.0\.0\.5/)
        expect(visibleText(description), description).not.to.match(/bob@x\.example|10\.0\.0\.5/)
      }),
      { numRuns: 2000 },
    )
  })

  it('redacts addresses in the links of every resource', () => {
    for (const address of ['victim@example.com', 'victim%40example.com', '203.0.113.77', '2001:db8::77'])
      for (const name of names)
        for (const url of [`${home}/?by=${address}`, `${home}/${address}/`]) {
          const syntheticPayload = renderErrorTracker(
            resourceNames[name],
            everywhere(errorTrackerPayloads[name], url),
          )
          expect(JSON.stringify(syntheticPayload)).to.not.include(address)
        }
  })
})

/** They hold no address of a person, and are shown as they are. */
const literalKeys = [
  'action',
  'environment',
  'release',
  'version',
  'shortId',
  'issue_id',
  'group_id',
  'pr_number',
]

function everywhere(payload: Payload, text: string): Payload {
  const replaced = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => replaced(item, ''))
    if (isPayload(value)) return everywhere(value, text)
    return typeof value === 'string' && !literalKeys.includes(key) ? text : value
  }
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, replaced(value, key)]))
}
