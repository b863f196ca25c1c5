import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { everyBit } from './permission-bits.ts'

type Problem = FieldCode | [FieldCode, Record<string, string | number>]

/** A stretch of a list: at most `limit` items whose key is larger than `after`. */
export type Page = { limit: number; after: string }

const pageSize = { default: 100, max: 1000 }
const nameLength = { min: 1, max: 100 }

/** Checks fields one by one, remembers every problem under its path, and refuses them all at once. */
export function fieldChecks() {
  const problems: Record<string, Problem> = {}
  const refuse = (path: string, problem: Problem) => {
    problems[path] = problem
  }

  return {
    refuse,

    id(path: string, value: string): string {
      if (value === '') refuse(path, 'REQUIRED')
      else if (!/^(0|[1-9]\d*)$/.test(value)) refuse(path, 'INVALID_SNOWFLAKE_FORMAT')
      else if (!isSnowflake(value)) refuse(path, 'SNOWFLAKE_OUT_OF_RANGE')
      return value
    },

    optionalId(path: string, value: string): string {
      return value === '' ? value : this.id(path, value)
    },

    name(path: string, value: string): string {
      const name = value.normalize('NFC').trim()
      const length = [...name].length
      if (length < nameLength.min || length > nameLength.max)
        refuse(path, ['STRING_LENGTH_INVALID', nameLength])
      return name
    },

    /** Permission bits as a decimal string of at most 63 bits; the empty string means `whenEmpty`. */
    bits(path: string, value: string, whenEmpty: bigint): bigint {
      if (value === '') return whenEmpty
      if (!/^(0|[1-9]\d{0,63})$/.test(value)) {
        refuse(path, 'INVALID_FORMAT')
        return 0n
      }
      const bits = BigInt(value)
      if (bits > everyBit) refuse(path, ['NUMBER_OUT_OF_RANGE', { min: 0, max: String(everyBit) }])
      return bits
    },

    /** A page whose `after` is an id. */
    page(request: Page): Page {
      this.optionalId('after', request.after)
      return this.pageOfText(request)
    },

    /** A page whose `after` is any text. */
    pageOfText({ limit, after }: Page): Page {
      if (limit > pageSize.max) refuse('limit', ['NUMBER_OUT_OF_RANGE', { min: 1, max: pageSize.max }])
      return { limit: limit || pageSize.default, after }
    },

    /** Fails with INVALID_FORM_BODY when anything was wrong. */
    done(): void {
      if (Object.keys(problems).length > 0) throw invalidFields(problems)
    },
  }
}
