import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { allPermissions } from '@gatehouse/proto/guilds/permissions'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { maxFieldLength, normalized } from '@gatehouse/service-kit/fields/text'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { type PageRequest, pageSizeOf } from '@gatehouse/service-kit/resources/paging'

type Problem = FieldCode | [FieldCode, Record<string, string | number>]

/** The `size` items after the key `after`, of which a store reads one more, so that `toPage` knows whether more follow. */
export type Page = { size: number; after: string }

const pageSizes = { default: 100, max: 1000 }
const nameLength = { min: 1, max: 100 }

/** Checks the fields of a request one by one; `assertValid` rejects them with all problems at once. */
export function fieldChecks() {
  const problems: Record<string, Problem> = {}
  const addProblem = (path: string, problem: Problem) => {
    problems[path] = problem
  }

  return {
    addProblem,

    id(path: string, value: string): string {
      if (value === '') addProblem(path, 'REQUIRED')
      else if (!/^(0|[1-9]\d*)$/.test(value)) addProblem(path, 'INVALID_SNOWFLAKE_FORMAT')
      else if (!isSnowflake(value)) addProblem(path, 'SNOWFLAKE_OUT_OF_RANGE')
      return value
    },

    optionalId(path: string, value: string | undefined): string | undefined {
      return value === undefined ? undefined : this.id(path, value)
    },

    name(path: string, value: string): string {
      const name = value.length > maxFieldLength ? value : normalized(value, 'NFC').trim()
      const length = [...name].length
      if (length < nameLength.min || length > nameLength.max)
        addProblem(path, ['STRING_LENGTH_INVALID', nameLength])
      return name
    },

    /** Permission bits as a decimal string of at most 63 bits; the empty string means `whenEmpty`. */
    bits(path: string, value: string, whenEmpty: bigint): bigint {
      if (value === '') return whenEmpty
      if (!/^(0|[1-9]\d{0,63})$/.test(value)) {
        addProblem(path, 'INVALID_FORMAT')
        return 0n
      }
      const bits = BigInt(value)
      if (bits > allPermissions)
        addProblem(path, ['NUMBER_OUT_OF_RANGE', { min: 0, max: String(allPermissions) }])
      return bits
    },

    /** The token of a page is the key of the last item before it. Throws for a negative size. */
    page(request: PageRequest, isKey: (token: string) => boolean = isSnowflake): Page {
      const { pageToken } = request
      if (pageToken !== '' && !isKey(pageToken)) addProblem('page_token', 'INVALID_FORMAT')
      return { size: pageSizeOf(request, pageSizes), after: pageToken }
    },

    /** Throws INVALID_FORM_BODY with every problem found. */
    assertValid(): void {
      if (Object.keys(problems).length > 0) throw invalidFields(problems)
    },
  }
}
