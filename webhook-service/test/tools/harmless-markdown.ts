import { expect } from 'chai'
import fc from 'fast-check'
import markdownIt, { type Token } from 'markdown-it'
import simpleMarkdown from 'simple-markdown'
import { liveMention } from './live-mention.ts'

const reader = markdownIt({ html: true, linkify: true })
reader.linkify
  .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add('mailto:', null)
  .add('ftp:', null)
  .add('//', null)
// Finds links to every scheme, as consumers may follow them.
reader.validateLink = () => true
reader.normalizeLinkText = (url) => url

const rules = simpleMarkdown.defaultRules
/** Like the parser of Discord, whose link pattern ignores escapes and code. */
const simpleReader = simpleMarkdown.parserFor({
  escape: rules.escape,
  link: rules.link,
  autolink: rules.autolink,
  url: rules.url,
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
const html =
  '<ul><li> </li> <table><tr><td> <pre> </pre> <code> </code> <s> </s> <blockquote> <a\thref="https://evil.test"> </a> <img\tsrc="https://evil.test"\talt="](x"> <summary> <details> <h1>'
const others = ['<!date^1^{date}|`>', ':skin-tone-2:', '\u202e', '\u200b', '\ue000', '\ue001', '\ue002']
const words = [marks, links, tags, html].flatMap((list) => list.split(' '))
const pieces = fc.constantFrom(...words, ...starts.split(';'), ...sequences, ...others)
const text = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(''))

/** Short and long texts with fragments of markdown and of chat markup. */
export const hostileMarkdownText = fc
  .tuple(text, fc.integer({ min: 1, max: 120 }), text)
  .map(([repeated, times, last]) => repeated.repeat(times) + last)

export const forbiddenTokens = ['image', 'html_inline', 'html_block', 'heading_open', 'hr', 'table_open']

type Formed = { isOurs: (url: string) => boolean; never?: string[] }

/** Asserts that markdown parsers find only allowed links, addresses that show their own target, no mention and no forbidden token. */
export function assertSafeMarkdown(markdown: string, { isOurs, never = forbiddenTokens }: Formed): void {
  const tokens = tokensOf(markdown)
  const formed = tokens.map(({ type }) => type).filter((type) => never.includes(type))
  expect(formed, markdown).to.deep.equal([])
  const read = tokens.filter(({ type, info }) => type === 'link_open' && info !== 'auto')
  const urls = [
    ...read.map((token) => String(token.attrGet('href'))),
    ...simpleLinks(simpleReader(markdown, { inline: true }), { isAddress: false }).map(asRead),
  ]
  expect(
    urls.filter((url) => !isOurs(url)),
    markdown,
  ).to.deep.equal([])
  assertNoMention(markdown)
  // Subtext and spoilers are not standard markdown, so the parser does not report them. Escapes and code are
  // removed first.
  const open = markdown.replace(
    /\\[\s\S]|^([ >]*(?:-|\d+\.)? *)```[\s\S]*?\n[ >]*```$|`[^`]*`|<https?:[^<>]*>/gim,
    'x',
  )
  expect(open, markdown).not.to.match(/^[ \t>]*-# |\|\|/m)
}

export function assertNoMention(markdown: string): void {
  expect(outsideCode(markdown), markdown).not.to.match(liveMention)
}

export const hasMention = (markdown: string): boolean => liveMention.test(outsideCode(markdown))

/** Consumers find no mentions in code. */
function outsideCode(markdown: string): string {
  return (
    tokensOf(markdown)
      // An address is a part of its text.
      .map(({ type, content, info }) => (type === 'text' ? content : info === 'auto' ? '' : '\n'))
      .join('')
  )
}

function tokensOf(markdown: string): Token[] {
  return reader.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])])
}

/** `isAddress`: those that show their own target, or the others. */
function simpleLinks(nodes: simpleMarkdown.SingleASTNode[], { isAddress }: { isAddress: boolean }): string[] {
  return nodes.flatMap(({ type, target, content }) => [
    ...(type === 'link' && isAddress === (content[0]?.content === target) ? [String(target)] : []),
    ...(Array.isArray(content) ? simpleLinks(content, { isAddress }) : []),
  ])
}

/** The addresses that each parser follows: CommonMark with links from bare addresses, and the parser like that of Discord. */
export function followedAddresses(markdown: string): string[][] {
  const tokens = tokensOf(markdown)
  return [
    tokens
      .filter(({ type, info }) => type === 'link_open' && info === 'auto')
      .map((token) => String(token.attrGet('href'))),
    simpleLinks(simpleReader(markdown, { inline: true }), { isAddress: true }).map(asRead),
  ]
}

const isLineEnd = (type: string) => /(?:break|paragraph_close|heading_close|t[dh]_close)$/.test(type)

/** What a reader of the markdown sees. */
export function visibleText(markdown: string): string {
  return tokensOf(markdown)
    .map(({ type, content, children }) => (children ? '' : isLineEnd(type) ? '\n' : content))
    .join('')
}

/** The URL as the parser normalizes it. */
export function asRead(url: string): string {
  return reader.normalizeLink(url)
}

const markOf: Record<string, string> = { strong: '**', em: '*', s: '~~' }

/** Each letter that a reader sees, with the marks around it. */
export function letterMarks(markdown: string): string[] {
  const open: string[] = []
  return tokensOf(markdown).flatMap(({ type, content, children }) => {
    const [name = '', end] = type.split('_')
    const mark = markOf[name]
    if (mark && end === 'open') open.push(mark)
    if (mark && end === 'close') open.splice(open.lastIndexOf(mark), 1)
    if (children || mark) return []
    const marks = [...new Set(open)].toSorted().join(' ')
    return [...content].filter((character) => /\p{L}/u.test(character)).map((letter) => `${letter} ${marks}`)
  })
}

/** Each letter that a reader sees, with the quotes and lists that it stands in. */
export function letterBlocks(markdown: string): string[] {
  const open: string[] = []
  return tokensOf(markdown).flatMap(({ type, content, children }) => {
    const [, name = '', end] = /^(blockquote|bullet_list|ordered_list)_(open|close)$/.exec(type) ?? []
    if (end === 'open') open.push(name)
    if (end === 'close') open.pop()
    if (children) return []
    return [...content]
      .filter((character) => /\p{L}/u.test(character))
      .map((letter) => [letter, ...open].join(' '))
  })
}
