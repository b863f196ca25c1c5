const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** JSON has more values than commas, so a body with too many commas is rejected before it is complete. */
export function separatorCounter() {
  let separators = 0
  let isInString = false
  let isEscaped = false

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
