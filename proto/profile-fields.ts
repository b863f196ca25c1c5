import type { FieldCode } from './errors/catalog.ts'
import { fieldBounds } from './field-bounds.ts'

type Declaration = {
  /** The name in JSON and in field masks. The key is that in generated messages. */
  wire: string
  description: string
  example: string
  /** In code points. */
  bounds: { min: number; max: number }
  /** Of a text outside the bounds. */
  code: FieldCode
  /** What auth-service rejects besides. */
  otherCodes: readonly FieldCode[]
  /** `everyone`: the field is in User, `owner`: in Account. */
  seenBy: 'everyone' | 'owner'
  /** Describes the field at registration; null if it can only be set afterwards. */
  atRegistration: string | null
}

/**
 * The texts of a profile that its owner changes. Services derive from this table what they accept, store, return, announce and
 * compare. How to add one: docs/contributing.md.
 */
export const profileFields = {
  globalName: {
    wire: 'global_name',
    description: 'Display name',
    example: 'Ada Lovelace',
    bounds: fieldBounds.globalName,
    code: 'GLOBAL_NAME_LENGTH_INVALID',
    otherCodes: ['GLOBAL_NAME_RESERVED_VALUE', 'GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS'],
    seenBy: 'everyone',
    atRegistration: 'Display name shown to other users, with at least one visible character.',
  },
  locale: {
    wire: 'locale',
    description: 'BCP 47 language tag',
    example: 'en-GB',
    bounds: fieldBounds.locale,
    code: 'LOCALE_INVALID_FORMAT',
    otherCodes: [],
    seenBy: 'owner',
    atRegistration: null,
  },
} as const satisfies Record<string, Declaration>

type Fields = typeof profileFields
export type ProfileField = keyof Fields
export type SeenBy = Declaration['seenBy']
export type FieldSeenBy<By extends SeenBy> = {
  [Field in ProfileField]: Fields[Field]['seenBy'] extends By ? Field : never
}[ProfileField]
export type RegistrationField = {
  [Field in ProfileField]: Fields[Field]['atRegistration'] extends string ? Field : never
}[ProfileField]

/** The declaration without its literal types, which differ from field to field. */
export const profileField = (field: ProfileField): Declaration => profileFields[field]

// Object.keys returns strings, and a filter does not narrow by the declarations, of which the types above are made.
export const profileFieldNames = Object.keys(profileFields) as ProfileField[]
export const registrationFields = profileFieldNames.filter(
  (field) => profileField(field).atRegistration !== null,
) as RegistrationField[]
export const fieldsSeenBy = <By extends SeenBy>(by: By) =>
  profileFieldNames.filter((field) => profileField(field).seenBy === by) as FieldSeenBy<By>[]

/** An object with a value for each of the fields. */
export function mapFields<Field extends ProfileField, Value>(
  fields: Field[],
  value: (field: Field) => Value,
): Record<Field, Value> {
  // Object.fromEntries loses the names.
  return Object.fromEntries(fields.map((field) => [field, value(field)])) as Record<Field, Value>
}

export type ByWireName<Field extends ProfileField, Value> = {
  [Each in Field as Fields[Each]['wire']]: Value
}

/** The same with the names in JSON. */
export function mapFieldsByWireName<Field extends ProfileField, Value>(
  fields: Field[],
  value: (field: Field) => Value,
): ByWireName<Field, Value> {
  // Object.fromEntries loses the names.
  return Object.fromEntries(fields.map((field) => [profileField(field).wire, value(field)])) as ByWireName<
    Field,
    Value
  >
}
