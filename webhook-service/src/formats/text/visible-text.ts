/** Excludes whitespace, joiners, fillers, bidirectional marks, control characters and the blank Braille pattern. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

export function hasVisibleText(text: string): boolean {
  return visible.test(text)
}

/** An empty text means absent everywhere. */
export function visibleOrEmpty(text: string): string {
  return hasVisibleText(text) ? text : ''
}

export function trimInvisibleStart(text: string): string {
  const start = text.search(visible)
  return start < 0 ? '' : text.slice(start)
}
