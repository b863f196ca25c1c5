/** The first of the headers that is present. `sent` has lower-case names. */
export function firstHeader(
  names: readonly string[],
  sent: Record<string, string>,
): { name: string; value: string } | undefined {
  return names
    .map((name) => ({ name, value: sent[name.toLowerCase()]?.trim() ?? '' }))
    .find(({ value }) => value !== '')
}
