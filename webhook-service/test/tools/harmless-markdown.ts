import { expect } from 'chai'
import fc from 'fast-check'
import markdownIt from 'markdown-it'
import simpleMarkdown from 'simple-markdown'
import { liveMention } from './live-mention.ts'

const reader = markdownIt({ html: true })
// What a consumer would refuse to follow is a link all the same.
reader.validateLink = () => true

const rules = simpleMarkdown.defaultRules
/** Like Discord's, whose pattern of a link knows neither escapes nor code within. */
const simpleReader = simpleMarkdown.parserFor({
  escape: rules.escape,
  link: rules.link,
  inlineCode: rules.inlineCode,
  em: rules.em,
  strong: rules.strong,
  u: rules.u,
  del: rules.del,
  text: rules.text,
})

/** A link that a payload may declare, for tests. */
export const declaredLink = 'https://gatehouse.test/declared'

const marks =
  '` `` ``` ~~~ \\ | || - = : ! # > < [ ] ( ) ]( `]( ](https://evil.test) ]: 1 . * _ ~ &lt; &gt; &amp; 0 word @everyone a|b'
const starts =
  '# ;-# ;> ;- ;1. ;. ;    ; ;\n;\n;\n---\n;\n===\n;|-|-|\n;\n-|-\n;\n:-:\n;[x]: https://evil.test\n'
const links =
  '[x](javascript:alert(1)) [x](https://evil.test) ![x](https://evil.test/a.png) [x] https://evil.test/'
const tags =
  '<b> &lt;b&gt; <!-- <https://evil.test> <javascript:alert(1)|x> <@U1> <!> <!x|`> <!x|(https://evil.test)>'
const sequences = [
  `<${declaredLink}>`,
  `<${declaredLink}|label>`,
  `<${declaredLink}|]>`,
  '<#C1|# x>',
  '<!here|# x>',
]
const others = ['<!date^1^{date}|`>', ':skin-tone-2:', '\u202e', '\u200b', '\ue000', '\ue001', '\ue002']
const words = [marks, links, tags].flatMap((list) => list.split(' '))
const pieces = fc.constantFrom(...words, ...starts.split(';'), ...sequences, ...others)
const text = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(''))

/** Texts that try to form something in markdown or in the markup of chats, short and long, for tests. */
export const hostileMarkdownText = fc
  .tuple(text, fc.integer({ min: 1, max: 120 }), text)
  .map(([repeated, times, last]) => repeated.repeat(times) + last)

/** What no foreign text may form. */
export const forbiddenTokens = ['image', 'html_inline', 'html_block', 'heading_open', 'hr', 'table_open']

type Formed = { isOurs: (url: string) => boolean; never?: string[] }

/** That a reader of markdown finds no link but ours, no mention, and nothing of what must never be formed; for tests. */
export function assertSafeMarkdown(markdown: string, { isOurs, never = forbiddenTokens }: Formed): void {
  const tokens = reader.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])])
  const formed = tokens.map(({ type }) => type).filter((type) => never.includes(type))
  expect(formed, markdown).to.deep.equal([])
  const read = tokens.filter(({ type }) => type === 'link_open').map((token) => String(token.attrGet('href')))
  const urls = [...read, ...simpleLinks(simpleReader(markdown, { inline: true })).map(asRead)]
  expect(
    urls.filter((url) => !isOurs(url)),
    markdown,
  ).to.deep.equal([])
  expect(markdown).not.to.match(liveMention)
  // Subtext and spoilers are no standard, so the reader does not know them; nothing escaped or in code is either.
  const open = markdown.replace(/\\[\s\S]|```[\s\S]*?\n```|`[^`]*`/g, 'x')
  expect(open, markdown).not.to.match(/^[ \t>]*-# |\|\|/m)
}

function simpleLinks(nodes: simpleMarkdown.SingleASTNode[]): string[] {
  return nodes.flatMap(({ type, target, content }) => [
    ...(type === 'link' ? [String(target)] : []),
    ...(Array.isArray(content) ? simpleLinks(content) : []),
  ])
}

/** A URL as the reader gives it. */
export function asRead(url: string): string {
  return reader.normalizeLink(url)
}
