// Sequences of ECMA-48. The one-byte forms (C1) are also what UTF-8 becomes that was read as Latin-1, where each is preceded by
// another such character; there they are no introducers.
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: this is about control characters.
const sequences = [
  // A string (OSC, DCS, APC, …) with its end: the target of a hyperlink, a window title.
  /(?:\u001b[\]PX^_]|(?<![\u0080-\u00ff])[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090-\u009f\n]{0,4096}(?:\u0007|\u001b\\|\u009c)/g,
  // CSI: colours, the cursor. A text can be cut within one.
  /\u001b\[[0-?]*[ -/]*[@-~]?/g,
  /(?<![\u0080-\u00ff])\u009b[0-?]*[ -/]*[@-~]/g,
  // Others end with one character.
  /\u001b[ -/]*[0-~]?/g,
]
const introducers = /[\u001b\u0090\u0098\u009b\u009d-\u009f]/
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above.

/** Removes the sequences by which programs colour the lines of a terminal. The text of a hyperlink stays. */
export function withoutTerminalSequences(text: string): string {
  return introducers.test(text) ? sequences.reduce((rest, pattern) => rest.replace(pattern, ''), text) : text
}

/** Removes them from each text of a value that JSON.parse returned. Keys stay. */
export function removeTerminalSequences(value: object): void {
  const left: object[] = [value]
  for (let node = left.pop(); node; node = left.pop()) {
    for (const [key, part] of Object.entries(node)) {
      if (typeof part === 'object' && part !== null) left.push(part)
      if (typeof part !== 'string') continue
      const text = withoutTerminalSequences(part)
      if (text !== part) Object.assign(node, { [key]: text })
    }
  }
}
