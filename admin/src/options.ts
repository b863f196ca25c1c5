import { InvalidArgumentError } from 'commander'
import { durationMs } from './duration.ts'
import { permissionBits } from './permissions.ts'

/** Converts a RangeError into the error that commander prints with the option's name. */
function parser<Value>(read: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return read(text)
    } catch (error) {
      if (error instanceof RangeError) throw new InvalidArgumentError(error.message)
      throw error
    }
  }
}

export const parseDuration = parser(durationMs)
export const parsePermissions = parser(permissionBits)
export const parseCount = parser((text) => {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError('use a whole number')
  return Number(text)
})
