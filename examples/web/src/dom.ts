type Child = Node | string

/** Creates an element: `element('a', { href: '#/' }, 'Home')`. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const created = Object.assign(document.createElement(tag), properties)
  created.append(...children)
  return created
}

export const paragraph = (text: string) => element('p', {}, text)

export function button(label: string, onClick: () => void): HTMLButtonElement {
  return element('button', { type: 'button', onclick: onClick }, label)
}
