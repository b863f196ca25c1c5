import { isPayload, type Payload } from './payload.ts'

/** More than any message shows: 10 embeds of 25 fields, or a table of 100 rows. */
const maxItems = 2000
/** Of lists named `fields`, of which 25 are shown. */
const maxFields = 50
/** Of one object. */
const maxNames = 1000
const maxCharacters = 65_536
/** No text is shown beyond 4,096 characters; markup can be longer than what it shows. */
const maxLength = 16_384

/**
 * The payload with the work for its texts and lists bounded: further items of lists become undefined, which JSON
 * does not have, so that lists keep their length, and further characters are cut. An object has at most 1,000 names. The texts of an object come before its lists, since a name can stand behind a long list.
 */
export function withinBudget(payload: Payload): Payload {
  let items = maxItems
  let characters = maxCharacters

  const cut = (text: string): string => {
    const kept = text.slice(0, Math.min(characters, maxLength))
    characters -= kept.length
    return kept
  }
  const boundedValue = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return cut(value)
    if (Array.isArray(value)) return boundedList(value, name === 'fields' ? maxFields : items)
    return isPayload(value) ? boundedObject(value) : value
  }
  const boundedList = (list: unknown[], max: number): unknown[] => {
    const kept = list.slice(0, max).map((item) => {
      if (items === 0) return undefined
      items -= 1
      return boundedValue(item, '')
    })
    return kept.concat(Array<undefined>(list.length - kept.length).fill(undefined))
  }
  const boundedObject = (object: Payload): Payload => {
    const names = Object.keys(object).slice(0, maxNames)
    // In the order of the payload.
    const bounded: Payload = Object.fromEntries(names.map((name) => [name, undefined]))
    const isText = (name: string) => typeof object[name] === 'string'
    for (const name of names.filter(isText)) bounded[name] = boundedValue(object[name], name)
    for (const name of names.filter((each) => !isText(each))) bounded[name] = boundedValue(object[name], name)
    return bounded
  }
  return boundedObject(payload)
}
