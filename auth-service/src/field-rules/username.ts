import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'

const reservedNames = new Set(['everyone', 'here'])
const reservedTerm = 'systemmessage'
/** A shorter name of a product is part of many words, so it is reserved only as a whole. */
const minTermLength = 5

/** Nobody may look like the product: its name is reserved in any case, with underscores, and within other words. */
export function usernameProblem(name: string, productName: string): FieldCode | null {
  if ([...name].length < fieldBounds.username.min || [...name].length > fieldBounds.username.max)
    return 'USERNAME_LENGTH_INVALID'
  if (!/^[A-Za-z0-9_]+$/.test(name)) return 'USERNAME_INVALID_CHARACTERS'
  const plain = name.toLowerCase()
  if (reservedNames.has(plain)) return 'USERNAME_RESERVED_VALUE'
  const solid = plain.replaceAll('_', '')
  const isReserved = solid.includes(reservedTerm) || namesProduct(plain, solid, productName)
  return isReserved ? 'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS' : null
}

function namesProduct(plain: string, solid: string, productName: string): boolean {
  const product = productName.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (product === '') return false
  if (product.length >= minTermLength) return solid.includes(product)
  return solid === product || plain.split('_').includes(product)
}
