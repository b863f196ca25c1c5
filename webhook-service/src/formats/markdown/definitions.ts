/** Link targets and notes by their label in the form of `keyOf`. */
export type Definitions = { links: Map<string, string>; notes: Map<string, string> }

/** Code hosts allow less than half of it. */
const maxLength = 256 * 1024
const maxDefinitions = 1000

const fence = /^ {0,3}(?:```|~~~)/
const note = /^ {0,3}\[\^([^\]\s[]{1,64})\]:[ \t]*(.*)$/
const link = /^ {0,3}\[(?!\^)([^\][\\]{1,200})\]:[ \t]*(?:<([^<>]{1,2048})>|([^\s<]\S{0,2047}))/

/**
 * The definitions of the whole Markdown, which stand behind all that is shown of a long one, and the Markdown without its footnotes: a parser
 * without them would read `[^1]: word` as a link.
 */
export function takeDefinitions(markdown: string): { source: string; definitions: Definitions } {
  const definitions: Definitions = { links: new Map(), notes: new Map() }
  if (!markdown.includes(']:')) return { source: markdown, definitions }
  const head = markdown.slice(0, maxLength)
  const kept: string[] = []
  let isInCode = false
  let lastNote: string | undefined
  for (const line of head.split('\n')) {
    if (fence.test(line)) isInCode = !isInCode
    const found = isInCode ? null : note.exec(line)
    if (found) {
      const [, label = '', text = ''] = found
      lastNote = keyOf(label)
      if (definitions.notes.size < maxDefinitions && !definitions.notes.has(lastNote))
        definitions.notes.set(lastNote, text)
      continue
    }
    // Indented lines belong to the note.
    if (lastNote !== undefined && !isInCode && /^(?: {2,}|\t)\S/.test(line)) {
      definitions.notes.set(lastNote, `${definitions.notes.get(lastNote) ?? ''} ${line.trim()}`)
      continue
    }
    lastNote = undefined
    const [, label = '', inBrackets, target] = (isInCode ? null : link.exec(line)) ?? []
    const href = inBrackets ?? target
    if (href && definitions.links.size < maxDefinitions && !definitions.links.has(keyOf(label)))
      definitions.links.set(keyOf(label), href)
    kept.push(line)
  }
  return { source: kept.join('\n') + markdown.slice(maxLength), definitions }
}

/** CommonMark 0.31.2, 4.7: labels match without regard to case and white space. */
export function keyOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

/** A number as the mark of a note: `¹`. */
export function superscript(number: number): string {
  return String(number).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))
}
