import { visit } from 'jsonc-parser'

/** Where a text that JSON.parse refused stops being JSON, in bytes. */
export function syntaxErrorAt(text: string): number {
  return Buffer.byteLength(text.slice(0, firstError(text)))
}

function firstError(text: string): number {
  const found = { offset: text.length }
  const onError = (_error: unknown, offset: number) => {
    found.offset = offset
    throw found
  }
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false })
  } catch (thrown) {
    // Throwing is the visitor's only way to stop early, and what follows the first error is of no interest.
    if (thrown !== found) throw thrown
  }
  return found.offset
}
