import { isEscaped } from './is-escaped.ts'
/** Formatting marks of the output, which is a safe subset of CommonMark. */
export type Mark = '**' | '*' | '~~'

/** `isText`: escaped text, whose characters can be moved. */
export type Leaf = { markdown: string; isText?: boolean } | { address: string }
export type Token = Leaf | { open: Mark } | { close: Mark }

const zeroWidthSpace = '\u200b'
/** Counts as white space, which a zero-width space does not. */
const hairSpace = '\u200a'

const maxMoved = 32

/**
 * Places marks where CommonMark reads them (0.31.2, section 6.2). White space goes out of them, and so does punctuation next to them where
 * a letter is on their other side: `**Status:**failed` becomes `**Status**:failed`. Code and links stay, with a hair space. A mark around
 * nothing goes, and `~~` is the innermost: other marks next to it would not be read.
 */
export function placeMarks(tokens: Token[]): Leaf[] {
  const leaves = tokens.filter((token) => 'markdown' in token || 'address' in token)
  // Most texts have no mark, and nothing moves then.
  if (leaves.length === tokens.length) return leaves
  const placed: Leaf[] = []
  let open: Mark[] = []
  for (const { leaf, marks, isSpace } of [
    ...formatted(tokens),
    { leaf: undefined, marks: [], isSpace: false },
  ]) {
    const next = nested(open, marks)
    const changed = open.findIndex((mark, index) => mark !== next[index])
    const outer = changed < 0 ? open : open.slice(0, changed)
    // Nothing opens before white space.
    const opening = isSpace ? [] : next.slice(outer.length)
    placeGroup({ closing: open.slice(outer.length).toReversed(), opening, outer: outer.length }, placed, leaf)
    open = [...outer, ...opening]
    if (leaf) placed.push(leaf)
  }
  return placed
}

type Formatted = { leaf: Leaf; marks: Mark[]; isSpace: boolean }

/** Each leaf with the marks around it, and white space with those of the leaf behind it, unless a line ends in it. */
function formatted(tokens: Token[]): Formatted[] {
  const depths = { '**': 0, '*': 0, '~~': 0 }
  const found: Formatted[] = []
  for (const token of tokens) {
    if ('open' in token) depths[token.open] += 1
    else if ('close' in token) depths[token.close] -= 1
    else {
      const marks = allMarks.filter((mark) => depths[mark] > 0)
      for (const leaf of marks.length > 0 ? withoutOuterSpace(token) : [token])
        found.push({ leaf: { ...leaf }, marks, isSpace: 'markdown' in leaf && leaf.markdown.trim() === '' })
    }
  }
  let behind: Mark[] = []
  for (const each of found.toReversed()) {
    if (each.isSpace) each.marks = isLineFeed(each.leaf) ? [] : behind
    else behind = each.marks
  }
  return found
}

const isLineFeed = (leaf: Leaf) => 'markdown' in leaf && leaf.markdown.includes('\n')

const allMarks: Mark[] = ['**', '*', '~~']

function withoutOuterSpace(leaf: Leaf): Leaf[] {
  if (!('markdown' in leaf) || !leaf.isText) return [leaf]
  const { markdown } = leaf
  const start = markdown.length - markdown.trimStart().length
  const end = Math.max(start, markdown.trimEnd().length)
  return [markdown.slice(0, start), markdown.slice(start, end), markdown.slice(end)]
    .filter(Boolean)
    .map((part) => ({ markdown: part, isText: true }))
}

/** The marks in an order that begins with as many of the open ones as possible. */
function nested(open: Mark[], marks: Mark[]): Mark[] {
  const added = marks.filter((mark) => !open.includes(mark))
  const kept = open.filter((mark) => marks.includes(mark) && (mark !== '~~' || added.length === 0))
  const others = marks.filter((mark) => !kept.includes(mark))
  return [...kept, ...others]
}

type Group = { closing: Mark[]; opening: Mark[]; outer: number }

/** `outer` is how many marks stay open. */
function placeGroup({ closing, opening, outer }: Group, placed: Leaf[], next: Leaf | undefined): void {
  const before = placed.at(-1)
  const push = (markdown: string) => markdown && placed.push({ markdown })
  // Beside a letter too, a mark within others can be read as the end of one of them.
  const isAmbiguous = outer > 0 || areMixed(closing) || areMixed(opening)
  if (closing.length > 0 && opening.length > 0) {
    const isBetweenWords = isWord(lastOf(before)) && isWord(firstOf(next))
    push(closing.join('') + (isBetweenWords && !isAmbiguous ? zeroWidthSpace : hairSpace) + opening.join(''))
  } else if (closing.length > 0) {
    const isFlanked = isFlankedBy(firstOf(next), outer)
    const moved = isFlanked || areMixed(closing) ? '' : takePunctuationAtEnd(before)
    push(closing.join(''))
    if (moved) placed.push({ markdown: moved, isText: true })
    else if (!isFlanked && (isAmbiguous || !isWord(lastOf(before)))) push(hairSpace)
  } else if (opening.length > 0) {
    const isFlanked = isFlankedBy(lastOf(before), outer)
    const moved = isFlanked || areMixed(opening) ? '' : takePunctuationAtStart(next)
    if (moved) placed.push({ markdown: moved, isText: true })
    else if (!isFlanked && (isAmbiguous || !isWord(firstOf(next)))) push(hairSpace)
    push(opening.join(''))
  }
}

/** The outer of two different marks is next to the inner one, which is punctuation. */
function areMixed(marks: Mark[]): boolean {
  return marks.length > 1 && marks.includes('~~')
}

/** An address begins with one of them, which depends on the marks: neither is relied on. */
const letterOrBracket = 'address'

/**
 * Whether a mark next to punctuation counts if this is on its other side. Punctuation there too lets it open and close, which is
 * read wrongly within other marks; and not every parser takes all symbols for punctuation.
 */
function isFlankedBy(character: string, outerMarks: number): boolean {
  return character === '' || (outerMarks > 0 ? /^\s/ : /^[\s\p{P}$+<=>^`|~]/u).test(character)
}

const isWord = (character: string) =>
  character !== '' && character !== letterOrBracket && !/^[\s\p{P}\p{S}]/u.test(character)

function firstOf(leaf: Leaf | undefined): string {
  if (!leaf) return ''
  return 'address' in leaf ? letterOrBracket : String.fromCodePoint(leaf.markdown.codePointAt(0) ?? 32)
}

function lastOf(leaf: Leaf | undefined): string {
  if (!leaf) return ''
  return 'address' in leaf ? '>' : lastCharacter(leaf.markdown, leaf.markdown.length)
}

function lastCharacter(text: string, end: number): string {
  const isPair = /[\udc00-\udfff]/.test(text.charAt(end - 1)) && end > 1
  return text.slice(end - (isPair ? 2 : 1), end)
}

/** Nothing if it would be all of the text. */
function takePunctuationAtEnd(leaf: Leaf | undefined): string {
  if (!leaf || !('markdown' in leaf) || !leaf.isText) return ''
  const text = leaf.markdown
  let end = text.length
  while (end > 0 && text.length - end < maxMoved) {
    const character = lastCharacter(text, end)
    if (!/^[\p{P}\p{S}]/u.test(character)) break
    end -= character.length
    if (isEscaped(text, end)) end -= 1
  }
  if (!isWord(lastCharacter(text, end)) || end === 0) return ''
  leaf.markdown = text.slice(0, end)
  return text.slice(end)
}

function takePunctuationAtStart(leaf: Leaf | undefined): string {
  if (!leaf || !('markdown' in leaf) || !leaf.isText) return ''
  const [moved = ''] = /^(?:\\.|[\p{P}\p{S}]){1,32}/u.exec(leaf.markdown) ?? []
  const rest = leaf.markdown.slice(moved.length)
  if (!isWord(String.fromCodePoint(rest.codePointAt(0) ?? 32))) return ''
  leaf.markdown = rest
  return moved
}
