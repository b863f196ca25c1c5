export type PrefixLimit = { prefix: string; limit: number }

/** Reads texts such as +49=500. The longest prefixes come first. */
export function prefixLimits(texts: readonly string[]): PrefixLimit[] {
  const limits = texts.map((text) => {
    const [prefix = '', limit] = text.split('=')
    return { prefix, limit: Number(limit) }
  })
  return limits.toSorted((a, b) => b.prefix.length - a.prefix.length)
}
