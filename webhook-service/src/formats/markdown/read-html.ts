import { withoutBlankLines } from '../text/without-blank-lines.ts'

const tags = /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]{0,4096}>|<(\/?)([a-z][\w-]{0,63})[^<>]{0,4096}>/gi
const hidingTag = /^(?:details|script|style)$/i
const lineTag = /^(?:blockquote|br|dd|div|dt|h[1-6]|hr|li|ol|p|pre|table|td|th|tr|ul)$/i

export type HtmlText = { text: string; isSummary: boolean }

/**
 * Removes the tags. Only the summary is left of `<details>`. Elements can span several blocks of markdown, so
 * the number of open hiding elements is an argument and part of the result.
 */
export function readHtml(html: string, depthBefore: number): { texts: HtmlText[]; depth: number } {
  const texts: HtmlText[] = []
  let depth = depthBefore
  let current = { text: '', isSummary: false }
  let end = 0

  function flush(isSummary: boolean): void {
    const text = withoutBlankLines(current.text)
    if (text) texts.push({ ...current, text })
    current = { text: '', isSummary }
  }

  function append(text: string): void {
    if (depth === 0 || (depth === 1 && current.isSummary)) current.text += text
  }

  function applyTag(name: string, isClosing: boolean): void {
    if (lineTag.test(name)) append('\n')
    else if (/^summary$/i.test(name) && depth === 1) flush(!isClosing)
    else if (hidingTag.test(name)) {
      flush(false)
      depth = Math.max(0, depth + (isClosing ? -1 : 1))
    }
  }

  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(tags)) {
    append(html.slice(end, index))
    applyTag(name, slash === '/')
    end = index + tag.length
  }
  append(html.slice(end))
  flush(false)
  return { texts, depth }
}
