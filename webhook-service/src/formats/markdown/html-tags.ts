/** The part of a token of markdown-it that inlines are read from. */
export type InlineToken = {
  type: string
  content: string
  nesting: number
  info: string
  attrGet: (name: string) => string | number | null
}

const tag = /^<(\/?)([a-z][\w-]{0,63})/i

/** Tags of formatting, by the tokens of Markdown that mean the same. */
const marks: Record<string, string> = {
  ...{
    b: 'strong',
    strong: 'strong',
    i: 'em',
    em: 'em',
    cite: 'em',
    dfn: 'em',
    s: 's',
    del: 's',
    strike: 's',
  },
  a: 'link',
}
export const paragraphTag =
  /^(?:address|article|aside|center|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|main|nav|p|section|summary|tbody|tfoot|thead)$/
/** Other tags that end a line. */
const otherBlockTag = /^(?:blockquote|details|li|ol|pre|table|tr|ul)$/
const cellTag = /^t[dh]$/
const codeTags = ['code', 'kbd', 'samp', 'tt', 'var']

export const textToken = (content: string): InlineToken => tokenOf('text', { content })
export const htmlToken = (content: string): InlineToken => tokenOf('html_inline', { content })

/**
 * Replaces tags by the tokens of Markdown that mean the same, and those of blocks by line breaks. Others, and those without their end in the
 * line, are removed.
 */
export function readInlineHtml(
  tokens: readonly InlineToken[],
  decode: (text: string) => string,
): InlineToken[] {
  if (!tokens.some(({ type }) => type === 'html_inline')) return [...tokens]
  const ends = endsOfTags(tokens)
  const read: InlineToken[] = []
  const closing = new Map<number, InlineToken>()
  let linkEnd = -1
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as InlineToken // below the length
    const closed = closing.get(index)
    if (closed) read.push(closed)
    if (token.type === 'link_open')
      linkEnd = Math.max(linkEnd, index + tokens.slice(index).findIndex(({ type }) => type === 'link_close'))
    if (token.type !== 'html_inline') {
      read.push(token)
      continue
    }
    const [, slash, name = ''] = tag.exec(token.content.toLowerCase()) ?? []
    const end = ends.get(index)
    const attribute = (key: string) => decode(attributeOf(token.content, key))
    if (name === 'br') read.push(tokenOf('hardbreak'))
    else if (isBlockTag(name)) read.push(tokenOf('softbreak'))
    else if (cellTag.test(name)) read.push(textToken(' '))
    else if (name === 'img' && !slash)
      read.push(tokenOf('image', { content: attribute('alt'), attributes: { src: attribute('src') } }))
    else if (end !== undefined && codeTags.includes(name)) {
      read.push(tokenOf('code_inline', { content: shownText(tokens.slice(index + 1, end)) }))
      index = end
    } else if (end !== undefined && Object.hasOwn(marks, name) && !(name === 'a' && index < linkEnd)) {
      const type = marks[name] ?? ''
      if (name === 'a') linkEnd = end
      read.push(
        tokenOf(`${type}_open`, { nesting: 1, attributes: name === 'a' ? { href: attribute('href') } : {} }),
      )
      closing.set(end, tokenOf(`${type}_close`, { nesting: -1 }))
    }
  }
  return withoutEmptyLines(read)
}

export const isBlockTag = (name: string) => paragraphTag.test(name) || otherBlockTag.test(name)

/** Without the line breaks that are before or behind no text. */
function withoutEmptyLines(tokens: InlineToken[]): InlineToken[] {
  let isEmpty = true
  let lastBreak: InlineToken | undefined
  const kept = tokens.filter((token) => {
    const isBreak = token.type === 'softbreak'
    if (isBreak && isEmpty) return false
    if (isBreak) lastBreak = token
    if (token.nesting === 0) isEmpty = isBreak
    return true
  })
  return isEmpty ? kept.filter((token) => token !== lastBreak) : kept
}

/** The index of the end of each tag that ends among the same tokens of Markdown. */
function endsOfTags(tokens: readonly InlineToken[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: { name: string; index: number }[] = []
  for (const [index, { type, content, nesting }] of tokens.entries()) {
    if (nesting === 1) open.push({ name: '', index })
    else if (nesting === -1)
      open.length = Math.max(
        0,
        open.findLastIndex(({ name }) => name === ''),
      )
    if (type !== 'html_inline') continue
    const [, slash, name = ''] = tag.exec(content.toLowerCase()) ?? []
    if (name === '') continue
    if (!slash) {
      open.push({ name, index })
      continue
    }
    const at = open.findLastIndex((each) => each.name === name || each.name === '')
    if (at < 0 || open[at]?.name !== name) continue
    ends.set(open[at]?.index ?? 0, index)
    open.length = at
  }
  return ends
}

function shownText(tokens: readonly InlineToken[]): string {
  return tokens
    .map(({ type, content }) => (type === 'html_inline' ? '' : type.endsWith('break') ? ' ' : content))
    .join('')
}

/** The value of an attribute; empty if there is none. */
export function attributeOf(html: string, name: string): string {
  const pattern = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
  const [, double, single, bare] = pattern.exec(html) ?? []
  return double ?? single ?? bare ?? ''
}

type TokenParts = { content?: string; nesting?: number; attributes?: Record<string, string> }

function tokenOf(type: string, { content = '', nesting = 0, attributes = {} }: TokenParts = {}): InlineToken {
  return { type, content, nesting, info: '', attrGet: (name) => attributes[name] ?? null }
}
