/** Neither spaces nor what text keeps for itself: joiners, fillers, direction marks, control characters, the blank of braille. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** Whether anybody would see anything of it. */
export function hasVisibleText(text: string): boolean {
  return visible.test(text)
}

/** The text when something of it can be seen, else the empty text, which means absent everywhere (contract.md 7 row 25). */
export function visibleOrEmpty(text: string): string {
  return hasVisibleText(text) ? text : ''
}

/** The text from its first visible character on; empty when it has none. */
export function trimInvisibleStart(text: string): string {
  const start = text.search(visible)
  return start < 0 ? '' : text.slice(start)
}
