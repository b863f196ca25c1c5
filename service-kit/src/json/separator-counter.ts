const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/**
 * Counts the commas between JSON values while a text arrives in pieces. JSON has more values than commas, so a text with too
 * many commas can be refused before the rest of it is there.
 */
export function separatorCounter() {
  let separators = 0
  let isInString = false
  let isEscaped = false

  /** The count so far, with this piece. */
  return function count(bytes: Uint8Array): number {
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false
      else if (byte === quote) isInString = !isInString
      else if (isInString) isEscaped = byte === backslash
      else if (byte === comma) separators += 1
    }
    return separators
  }
}
