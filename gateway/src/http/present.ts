/** A message part the contract promises. Proto3 cannot say "required", so a neighbour that leaves it out is a bug of its own. */
export function present<T>(part: T | undefined): T {
  if (part === undefined)
    throw new Error('A service left out a part of its answer that the contract promises.')
  return part
}
