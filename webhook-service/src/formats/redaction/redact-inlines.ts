import type { Inline } from '../markdown/body.ts'
import { isFreeOfAddresses, redact } from './redact.ts'

/** As `redact`, with the white space around the text. */
export function redactText(text: string): string {
  if (isFreeOfAddresses(text.trim())) return text
  const start = text.slice(0, text.length - text.trimStart().length)
  return start + redact(text) + text.slice(text.trimEnd().length)
}

/** Without formatting if an address is in several parts of the line: `10.0.*0*.5`. */
export function redactInlines(nodes: Inline[]): Inline[] {
  const plain = nodes.map(shownText).join('')
  return isFreeOfAddresses(plain.trim()) ? nodes : [{ kind: 'text', text: redact(plain) }]
}

function shownText(node: Inline): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'mark':
      return node.children.map(shownText).join('')
    case 'atom':
      return node.label ?? node.markdown.replaceAll('`', '')
    case 'address':
      // Its host may be an address, that of the error tracker.
      return ' '
  }
}
