import { normalized } from '@gatehouse/service-kit/fields/text'
import { escapeMarkdown, inlineCode, link } from '../text/markdown.ts'
import type { Mark } from '../text/place-marks.ts'
import { sanitizeFragment, sanitizeLine } from '../text/sanitize-text.ts'
import { linkTarget } from '../text/web-url.ts'
import type { Inline } from './body.ts'
import type { InlineToken } from './html-tags.ts'

const markOf: Record<string, Mark> = { strong_open: '**', em_open: '*', s_open: '~~' }

const maxCodeLength = 4096

/** What becomes of the parts of a body. A link without URL is its label. */
export type Conversions = {
  text: (text: string) => string
  code: (code: string) => string
  url: (url: string) => string | undefined
}

export function readInlines(tokens: readonly InlineToken[], convert: Conversions): Inline[] {
  const root: Inline[] = []
  const open = [root]
  const add = (...nodes: Inline[]) => {
    for (const node of nodes) append(open.at(-1) ?? root, node)
  }

  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as InlineToken // below the length
    const mark = markOf[token.type]
    if (token.type === 'link_open') {
      let end = index + 1
      while (tokens[end] && tokens[end]?.type !== 'link_close') end += 1
      const isAuto = token.info === 'auto'
      const href = String(token.attrGet('href'))
      const label = plainText(tokens.slice(index, end))
      if (isAuto) add(...autoLinkInlines(href, label, convert))
      else add(...linkInlines(convert.text(label), convert.url(href)))
      index = end
    } else if (mark) {
      const children: Inline[] = []
      add({ kind: 'mark', mark, children })
      open.push(children)
    } else if (token.nesting === -1) open.pop()
    else add(...leafInlines(token, convert))
  }
  return root
}

/** Adjacent texts are one text, so that no mention is formed where a tag between them is removed. */
function append(children: Inline[], node: Inline): void {
  const last = children.at(-1)
  if (node.kind === 'text' && last?.kind === 'text') last.text += node.text
  else children.push(node)
}

function leafInlines(token: InlineToken, convert: Conversions): Inline[] {
  const { type, content } = token
  switch (type) {
    case 'text':
      return [{ kind: 'text', text: convert.text(oneLine(content)) }]
    case 'code_inline':
      return [{ kind: 'atom', markdown: inlineCode(convert.code(content), maxCodeLength) }]
    case 'image':
      return linkInlines(convert.text(content) || 'image', convert.url(String(token.attrGet('src'))))
    case 'softbreak':
    case 'hardbreak':
      return [{ kind: 'text', text: '\n' }]
    default:
      return []
  }
}

/** Character references can contain line feeds. */
function oneLine(text: string): string {
  return sanitizeFragment(text).replace(/\s+/g, ' ')
}

export function plainText(tokens: readonly InlineToken[]): string {
  const texts = tokens.map(({ type, content }) => {
    if (type.endsWith('break')) return ' '
    return type === 'html_inline' ? '' : content
  })
  return sanitizeLine(texts.join(''))
}

const notesBehind = /(?:\[\^[^\]\s[]{1,64}\]){1,9}$/

/** An address in the text. Notes behind it are read as a part of it. */
function autoLinkInlines(written: string, label: string, convert: Conversions): Inline[] {
  const notes = notesBehind.exec(label)?.[0] ?? ''
  const marks = convert.text(notes)
  if (marks !== notes) {
    const [address = '', text = ''] = [written, label].map((each) => each.slice(0, -notes.length))
    return [...autoLinkInlines(address, text, convert), { kind: 'text', text: marks }]
  }
  const href = convert.url(written)
  const target = linkTarget(href)
  if (!target || href === undefined || target.startsWith('mailto:'))
    return [{ kind: 'text', text: oneLine(convert.text(label)) }]
  return [{ kind: 'address', address: href }]
}

/** A link without a usable target is its label. */
function linkInlines(label: string, href: string | undefined): Inline[] {
  const target = linkTarget(href)
  const text = { kind: 'text', text: oneLine(label) } as const
  if (!target || href === undefined) return [text]
  const address: Inline = { kind: 'address', address: href }
  if (!label.trim()) return [address]
  if (isOtherAddress(label, target))
    return [{ kind: 'text', text: `${text.text} (` }, address, { kind: 'text', text: ')' }]
  return [{ kind: 'atom', markdown: link(escapeMarkdown(sanitizeLine(label)), href), label: text.text }]
}

// Starts only at a first label: trying each character of a run would take quadratic time.
const hostNames = /(?<![\p{L}\p{N}_-]\.?)[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}/gu

/** Whether a label reads like the address of another host than the one that the link leads to. */
function isOtherAddress(label: string, target: string): boolean {
  const host = URL.parse(target)?.hostname.toLowerCase()
  const named = normalized(label, 'NFKC').toLowerCase().match(hostNames)
  return named?.some((name) => name !== host) ?? false
}
