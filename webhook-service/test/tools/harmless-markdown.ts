import { expect } from 'chai'
import fc from 'fast-check'
import markdownIt, { type Token } from 'markdown-it'
import simpleMarkdown from 'simple-markdown'
import { liveMention } from './live-mention.ts'

const reader = markdownIt({ html: true })
// Finds links to every scheme, as consumers may follow them.
reader.validateLink = () => true

const rules = simpleMarkdown.defaultRules
/** Like the parser of Discord, whose link pattern ignores escapes and code. */
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

/** The only link that hostile texts declare in the sender's markup. */
export const declaredLink = 'https://gatehouse.test/declared'

const marks =
  '` `` ``` ~~~ \\ | || - = : ! # > < [ ] ( ) ]( `]( ](https://evil.test) ]: 1 . * _ ~ &lt; &gt; &amp; 0 word @everyone a|b'
const starts =
  '# ;-# ;> ;- ;1. ;. ;    ; ;\n;\n;\n---\n;\n===\n;|-|-|\n;\n-|-\n;\n:-:\n;[x]: https://evil.test\n'
const links =
  '[x](javascript:alert(1)) [x](https://evil.test) ![x](https://evil.test/a.png) [x] https://evil.test/'
const tags =
  '<b> &lt;b&gt; <!-- <https://evil.test> <javascript:alert(1)|x> <@U1> <\\@U1> <!> <!x|`> <!x|(https://evil.test)>'
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

/** Short and long texts with fragments of markdown and of chat markup. */
export const hostileMarkdownText = fc
  .tuple(text, fc.integer({ min: 1, max: 120 }), text)
  .map(([repeated, times, last]) => repeated.repeat(times) + last)

export const forbiddenTokens = ['image', 'html_inline', 'html_block', 'heading_open', 'hr', 'table_open']

type Formed = { isOurs: (url: string) => boolean; never?: string[] }

/** Asserts that markdown parsers find only allowed links, no mention and no forbidden token. */
export function assertSafeMarkdown(markdown: string, { isOurs, never = forbiddenTokens }: Formed): void {
  const tokens = tokensOf(markdown)
  const formed = tokens.map(({ type }) => type).filter((type) => never.includes(type))
  expect(formed, markdown).to.deep.equal([])
  const read = tokens.filter(({ type }) => type === 'link_open').map((token) => String(token.attrGet('href')))
  const urls = [...read, ...simpleLinks(simpleReader(markdown, { inline: true })).map(asRead)]
  expect(
    urls.filter((url) => !isOurs(url)),
    markdown,
  ).to.deep.equal([])
  assertNoMention(markdown)
  // Subtext and spoilers are not standard markdown, so the parser does not report them. Escapes and code are
  // removed first.
  const open = markdown.replace(/\\[\s\S]|^([ >]*(?:-|\d+\.)? *)```[\s\S]*?\n[ >]*```$|`[^`]*`/gm, 'x')
  expect(open, markdown).not.to.match(/^[ \t>]*-# |\|\|/m)
}

export function assertNoMention(markdown: string): void {
  expect(outsideCode(markdown), markdown).not.to.match(liveMention)
}

export const hasMention = (markdown: string): boolean => liveMention.test(outsideCode(markdown))

/** Consumers find no mentions in code. */
function outsideCode(markdown: string): string {
  return tokensOf(markdown)
    .map(({ type, content }) => (type === 'text' ? content : '\n'))
    .join('')
}

function tokensOf(markdown: string): Token[] {
  return reader.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])])
}

function simpleLinks(nodes: simpleMarkdown.SingleASTNode[]): string[] {
  return nodes.flatMap(({ type, target, content }) => [
    ...(type === 'link' ? [String(target)] : []),
    ...(Array.isArray(content) ? simpleLinks(content) : []),
  ])
}

/** The URL as the parser normalizes it. */
export function asRead(url: string): string {
  return reader.normalizeLink(url)
}
