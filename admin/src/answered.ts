export function answered<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The service answered without the record.')
  return part
}
