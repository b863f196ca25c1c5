import { type JSONVisitor, visit } from 'jsonc-parser'

/** Keys with which a body could reach into prototypes (security.md row 68). Guarded by "refuses __proto__" in the test. */
const dangerousKeys = new Set(['__proto__', 'constructor'])

type Rules = { foreign: boolean; maxDepth: number; maxKeys: number }
type Container = unknown[] | Record<string, unknown>

/** Thrown out of the visitor at the first problem, so that hostile input costs nothing beyond it. */
class Problem extends Error {
  readonly offset: number
  constructor(offset: number) {
    super('malformed')
    this.offset = offset
  }
}

/** The value of a strict JSON text, or the character at which it stops being one that the rules allow. */
export function readTokens(text: string, rules: Rules): { value: unknown } | { problemAt: number } {
  const builder = valueBuilder(text, rules)
  try {
    visit(text, builder.visitor, { disallowComments: true, allowTrailingComma: false })
    return { value: builder.value() }
  } catch (error) {
    if (error instanceof Problem) return { problemAt: error.offset }
    throw error
  }
}

function valueBuilder(text: string, { foreign, maxDepth, maxKeys }: Rules) {
  const open: Container[] = []
  /** The key that waits for its value in each open container; null drops the value. */
  const keys: (string | null)[] = []
  let root: unknown
  let keyCount = 0

  function add(value: unknown): void {
    const container = open.at(-1)
    if (container === undefined) root = value
    else if (Array.isArray(container)) container.push(value)
    else {
      const key = keys.at(-1)
      if (typeof key === 'string') container[key] = value
    }
  }

  function enter(container: Container, offset: number): void {
    if (open.length >= maxDepth) throw new Problem(offset)
    add(container)
    open.push(container)
    keys.push(null)
  }

  function leave(): void {
    open.pop()
    keys.pop()
  }

  const visitor: JSONVisitor = {
    onObjectBegin: (offset) => enter({}, offset),
    onObjectEnd: leave,
    onArrayBegin: (offset) => enter([], offset),
    onArrayEnd: leave,
    onObjectProperty(key, offset) {
      keyCount += 1
      if (keyCount > maxKeys) throw new Problem(offset)
      const isDangerous = dangerousKeys.has(key)
      if (!foreign && (isDangerous || Object.hasOwn(open.at(-1) ?? {}, key))) throw new Problem(offset)
      keys[keys.length - 1] = isDangerous ? null : key
    },
    onLiteralValue: (value, offset, length) => add(exact(value, text, offset, length)),
    onError(_, offset) {
      throw new Problem(offset)
    },
  }
  return { visitor, value: () => root }
}

function exact(value: unknown, text: string, offset: number, length: number): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value
  const digits = text.slice(offset, offset + length)
  return /^-?\d+$/.test(digits) ? digits : value
}
