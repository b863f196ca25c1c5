/** An element of the page; every page is rendered with those that its module uses. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  selector: string,
  within: ParentNode = document,
): HTMLElementTagNameMap[Tag] {
  const found = within.querySelector(`${tag}${selector}`)
  if (!found) throw new Error(`The page has no ${tag}${selector}.`)
  return found as HTMLElementTagNameMap[Tag]
}

export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = Object.assign(document.createElement(tag), properties)
  created.append(...children)
  return created
}

/** Shows a text, or hides the element without one. */
export function show(target: HTMLElement, text: string): void {
  target.textContent = text
  target.hidden = text === ''
}
