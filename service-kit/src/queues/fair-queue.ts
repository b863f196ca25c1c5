type Node<T> = { size: number; children: Map<string, Node<T>>; items: Set<T> }

/**
 * A queue per source, served round robin: one item of each source, then the next of each. A source is a path, such as network and
 * address: networks are served in turn, and in each its addresses. A new source waits about one round of each level, however many items
 * others have queued.
 */
export function fairQueue<T extends object>() {
  const root = newNode<T>()

  const remove = (path: readonly string[], item: T): boolean => removeFrom(root, path, item)

  return {
    size: () => root.size,

    add(path: readonly string[], item: T): void {
      let node = root
      node.size += 1
      for (const key of path) {
        const child = node.children.get(key) ?? newNode<T>()
        node.children.set(key, child)
        node = child
        node.size += 1
      }
      node.items.add(item)
    },

    remove,

    next: (): T | undefined => takeFirst(root),

    canDisplaceFor: (path: readonly string[]): boolean => displaced(root, path) !== null,

    /**
     * Removes the newest item of the source with most items, of the first level on which another one has at least two more items than
     * that of `path`. With one more, that would only swap the two.
     */
    displaceFor(path: readonly string[]): T | undefined {
      const found = displaced(root, path)
      if (found) remove(found.path, found.item)
      return found?.item
    },
  }
}

function newNode<T>(): Node<T> {
  return { size: 0, children: new Map(), items: new Set() }
}

function removeFrom<T>(node: Node<T>, [key, ...rest]: readonly string[], item: T): boolean {
  const child = key === undefined ? undefined : node.children.get(key)
  const isRemoved =
    key === undefined ? node.items.delete(item) : child !== undefined && removeFrom(child, rest, item)
  if (!isRemoved) return false
  node.size -= 1
  if (key !== undefined && child?.size === 0) node.children.delete(key)
  return true
}

/** In order of service: what was served moves to the end. */
function takeFirst<T>(node: Node<T>): T | undefined {
  for (const [key, child] of node.children) {
    node.size -= 1
    node.children.delete(key)
    const item = takeFirst(child)
    if (child.size > 0) node.children.set(key, child)
    return item
  }
  for (const item of node.items) {
    node.size -= 1
    node.items.delete(item)
    return item
  }
  return undefined
}

function displaced<T>(root: Node<T>, path: readonly string[]): { path: string[]; item: T } | null {
  let node = root
  for (const [depth, key] of path.entries()) {
    const own = node.children.get(key)
    const [largestKey, largest] = largestChild(node) ?? []
    if (largestKey !== undefined && largest && largest.size > (own?.size ?? 0) + 1)
      return newestOf(largest, [...path.slice(0, depth), largestKey])
    if (!own) return null
    node = own
  }
  return null
}

function newestOf<T>(node: Node<T>, path: string[]): { path: string[]; item: T } | null {
  const [key, child] = largestChild(node) ?? []
  if (key !== undefined && child) return newestOf(child, [...path, key])
  const item = [...node.items].at(-1)
  return item === undefined ? null : { path, item }
}

function largestChild<T>({ children }: Node<T>): [string, Node<T>] | undefined {
  let largest: [string, Node<T>] | undefined
  for (const entry of children) if (entry[1].size > (largest?.[1].size ?? 0)) largest = entry
  return largest
}
