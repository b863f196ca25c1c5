/** A message field that is always set, although proto3 makes it optional. */
export function answered<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The service answered without the record.')
  return part
}
