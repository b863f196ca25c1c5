import { decodeUtf8 } from './decode-utf8.ts'
import { malformed } from './malformed.ts'
import { readTokens } from './read-tokens.ts'

export type ReadJsonOptions = {
  /**
   * True for what senders of webhooks post: dangerous and duplicate keys are dropped (the last duplicate wins), invalid
   * UTF-8 becomes U+FFFD (contract.md 7 row 16, 8 row 14). Otherwise all of that is refused (7 row 30).
   */
  foreign?: boolean
  /** How deep arrays and objects may nest. */
  maxDepth?: number
  /** How many keys all objects together may have. */
  maxKeys?: number
}

/**
 * Reads a JSON text. Whole numbers past 2^53 become strings, digit by digit (contract.md 1, "Integers"). Fails with
 * MALFORMED_JSON and the byte offset of the problem in `position`.
 */
export function readJson(bytes: Uint8Array | string, options: ReadJsonOptions = {}): unknown {
  const { foreign = false, maxDepth = 64, maxKeys = 100_000 } = options
  const text = typeof bytes === 'string' ? bytes : decodeUtf8(bytes, foreign)
  const outcome = readTokens(text, { foreign, maxDepth, maxKeys })
  if ('problemAt' in outcome) throw malformed(Buffer.byteLength(text.slice(0, outcome.problemAt)))
  return outcome.value
}
